import { parseArgs } from 'node:util';
import { readConfig } from 'content-lake/config';
import { readSettings } from '#settings';
import { Accounts } from './accounts.ts';
import { linkLifetimes } from './people.ts';

const usage = `Usage: npm run staff -- COMMAND

  link NAME [--role ROLE]   Creates a sign-in link for a new person, or for somebody who lost access. It works once and
                            expires after a day. --role is required for a new name, and otherwise changes the role.
  list                      Lists the people who can sign in and their sessions.
  end-sessions NAME         Signs a person out everywhere, at once.

The commands work even if the site is not running.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { role: { type: 'string' } },
  });
  const [command, name = ''] = positionals;
  const accounts = new Accounts(readConfig(process.env), readSettings(process.env));
  const { people, sessions, site, log } = accounts;

  const makeLink = (given: string, role = '') => {
    const known = people.byName(given);
    if (known && role) people.setRole(known.id, role);
    const person = known ?? people.add(given, role);
    log.record('Made a new link', { actor: 'A command on the server', subject: person.name, address: '' });
    console.log(`${site.url}/staff/invitation/${people.makeLink(person, linkLifetimes.command)}`);
  };

  if (command === 'link' && name) makeLink(name, values.role);
  // The starter runs this, because nobody else can invite the first administrator.
  else if (command === 'first-link') {
    if (!people.hasAdministrator()) makeLink('Administrator', 'administrator');
  } else if (command === 'list')
    for (const { id, name, role, password, passkeys } of people.list()) {
      const ways = `${passkeys} passkey${passkeys === 1 ? '' : 's'}${password ? ' and a password' : ''}`;
      console.log(
        [name, role, ways, ...sessions.findBy('person', id).map(({ device }) => device)].join(', '),
      );
    }
  else if (command === 'end-sessions' && name) {
    const person = people.byName(name);
    if (!person)
      throw new Error(`There is nobody named "${name}". To see all names, run: npm run staff -- list`);
    log.record('Ended a session', { actor: 'A command on the server', subject: person.name, address: '' });
    console.log(`Sessions ended: ${sessions.endAll(person.id)}.`);
  } else throw new Error(usage);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
