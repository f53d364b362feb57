import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';
import { startAuthority } from './authority.ts';
import { commandsOf } from './commands.ts';
import { Machine } from './machine.ts';
import { startUpstream } from './upstream.ts';
import { answerOf, visitDuring } from './visitor.ts';

// `npm run test:guide`: the commands of docs/one-server.md as they stand there, on an empty Debian, and then the browser
// test of an agency on the internet against the site that they have set up.

const inside = process.argv[2];
if (inside === undefined) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('This test makes a machine within this one, which takes root on Debian.');
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-machine-'));
  // Mounts and processes end with this.
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const { status } = spawnSync('unshare', [...namespaces, process.execPath, import.meta.filename, folder], {
    stdio: 'inherit',
  });
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit(status ?? 1);
}

const host = 'www.agency.test';
const url = `https://${host}`;
const [install, fetchSources, start, examine] = commandsOf('one-server.md', 'Set up');
const [forward, back] = commandsOf('one-server.md', 'Update and roll back');
const [backUp, restore] = commandsOf('one-server.md', 'Backups');

const begun = Date.now();
const say = (what: string) => console.log(`\n=== ${Math.round((Date.now() - begun) / 1000)} s: ${what}`);
/** Throws an Error that says what, unless it is so. */
function check(isSo: boolean, what: string) {
  if (!isSo) throw new Error(`Not so: ${what}`);
  say(what);
}

const machine = await new Machine(inside, host).ready();

/** Runs a block of the guide, with what its reader puts in. */
function read(commands = '', { backup = '', outside = false } = {}) {
  const filled = commands
    .replace('REPOSITORY', 'git://127.0.0.1/site')
    .replace('www.example.com', host)
    .replace('you@example.com', `owner@${host}`)
    .replace('BACKUP\n', `${path.basename(backup)}\n`);
  return machine.run(filled, { outside });
}

say('an empty Debian');
read(install, { outside: true });
machine.run('! command -v gcc cc g++ make; test -z "$(git config --list)"');
say('installed, without a compiler and without settings of git');
const upstream = startUpstream(machine);
// certbot brings Python; npm has to do without.
const python = machine.run('realpath /usr/bin/python3').trim();
execFileSync('mount', ['--bind', '/dev/null', path.join(machine.folder, python)]);
read(fetchSources, { outside: true });
execFileSync('umount', [path.join(machine.folder, python)]);
say('npm ci, without Python');

// As it is after Debian's installation, and with an authority that gives certificates for names of tests.
machine.run('systemctl reload nginx');
startAuthority(machine);
const log = read(start);
const firstLink = log.match(/https:[^\s"]+\/staff\/invitation\/[\w-]+/)?.[0] ?? '';
check(firstLink.startsWith(url), 'the first start prints a link for the first administrator');

// It trusts no authority of tests, and finds placeholders.
console.log(read(`${examine?.trim()} || true`));

const env = {
  ...process.env,
  TEST_SITE_URL: url,
  TEST_FIRST_LINK: firstLink,
  TEST_CERTIFICATE: path.join(machine.folder, `etc/letsencrypt/live/${host}/fullchain.pem`),
};
const [program = '', ...args] = machine.within('npx', 'playwright', 'test', 'internet');
execFileSync(program, args, { cwd: projectRoot, env, stdio: 'inherit' });

upstream.commit();
for (const [what, commands] of [
  ['a new release', forward],
  ['the one before', back],
] as const) {
  let said = '';
  const { asked, failed } = await visitDuring(machine, url, () => {
    said = read(commands);
  });
  check(
    /Release \w+ is running\./.test(said) && failed === 0,
    `${what} runs; failed of ${asked} requests: ${failed}`,
  );
}

const backup = read(backUp).trim().split('\n').at(-1) ?? '';
// An empty machine: nothing is stored.
machine.run(
  'systemctl stop site.socket site; rm -r /var/lib/site; install -d -o site -g site -m 700 /var/lib/site',
);
console.log(read(restore, { backup }));
const page = answerOf(machine, `${url}/terms-conditions`);
check(page.includes('Written by Meera, from home.'), 'what was published is there again from the backup');
// The machine ends with this process.
process.exit();
