import { parseArgs } from 'node:util';
import { readConfig } from 'content-lake/config';
import { readSettings } from '#settings';
import { Accounts } from './accounts.ts';
import { linkLifetimes } from './people.ts';

const usage = `Usage: npm run staff -- COMMAND

  link NAME [--role NAME]   Makes a link to sign in with for the first time or anew, which works once and for a day.
                            The role is given with a new name, or to change it.
  list                      Lists who may sign in, and where they are signed in.
  end-sessions NAME         Signs somebody out everywhere, at once.

The commands work whether the site runs or not.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' } },
  });
  const [command, name = ''] = positionals;
  const accounts = new Accounts(readConfig(process.env), readSettings(process.env));
  const { people, sessions, site } = accounts;

  const makeLink = (given: string, role = '') => {
    const known = people.byName(given);
    if (known && role) people.setRole(known.id, role);
    const person = known ?? people.add(given, role);
    console.log(`${site.url}/staff/invitation/${people.makeLink(person, linkLifetimes.command)}`);
  };

  if (command === 'link' && name) makeLink(name, values.role);
  // For the starter: somebody must invite the first.
  else if (command === 'first-link') {
    if (!people.hasAdministrator()) makeLink('Administrator', 'administrator');
  } else if (command === 'list')
    for (const { id, name, role, password, passkeys } of people.list()) {
      const ways = `${passkeys} passkeys${password ? ' and a password' : ''}`;
      console.log(
        [name, role, ways, ...sessions.findBy('person', id).map(({ device }) => device)].join(', '),
      );
    }
  else if (command === 'end-sessions' && name) {
    const person = people.byName(name);
    if (!person) throw new Error(`There is nobody named "${name}": see npm run staff -- list.`);
    console.log(`${sessions.endAll(person.id)} sessions ended.`);
  } else throw new Error(usage);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
