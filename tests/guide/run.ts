import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';
import { startAuthority } from './authority.ts';
import { commandsOf } from './commands.ts';
import { Machine } from './machine.ts';
import { startUpstream } from './upstream.ts';
import { visitDuring, waitForResponse } from './visitor.ts';

// `npm run test:guide`: runs the commands of docs/one-server.md on an empty Debian, then a browser test against the resulting
// site.

const inside = process.argv[2];
if (inside === undefined) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('This test creates a virtual machine, which needs root on Debian.');
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-machine-'));
  // Mounts and processes end with these namespaces.
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

const startedAt = Date.now();
const report = (step: string) =>
  console.log(`\n=== ${Math.round((Date.now() - startedAt) / 1000)} s: ${step}`);
/** Reports a fact. Throws an Error if it is not true. */
function check(isTrue: boolean, fact: string) {
  if (!isTrue) throw new Error(`Not true: ${fact}`);
  report(fact);
}

const machine = await new Machine(inside, host).ready();

/** Runs a block of the guide with the values that a reader fills in. Returns its output. */
function follow(commands = '', { backup = '', outside = false } = {}) {
  const filled = commands
    .replace('REPOSITORY', 'git://127.0.0.1/site')
    .replace('www.example.com', host)
    .replace('you@example.com', `owner@${host}`)
    .replace('BACKUP\n', `${path.basename(backup)}\n`);
  return machine.run(filled, { outside });
}

report('an empty Debian');
follow(install, { outside: true });
machine.run('! command -v gcc cc g++ make; test -z "$(git config --list)"');
report('installed, without a compiler or Git settings');
const upstream = startUpstream(machine);
// certbot installs Python; npm must work without it.
const python = machine.run('realpath /usr/bin/python3').trim();
execFileSync('mount', ['--bind', '/dev/null', path.join(machine.folder, python)]);
follow(fetchSources, { outside: true });
execFileSync('umount', [path.join(machine.folder, python)]);
report('npm ci, without Python');

// nginx as Debian installs it, and a certificate authority for test domains.
machine.run('systemctl reload nginx');
startAuthority(machine);
const log = follow(start);
const firstLink = log.match(/https:[^\s"]+\/staff\/invitation\/[\w-]+/)?.[0] ?? '';
check(firstLink.startsWith(url), 'the first start prints a link for the first administrator');

// The doctor does not trust the test authority, and finds placeholders.
console.log(follow(`${examine?.trim()} || true`));

const env = {
  ...process.env,
  TEST_SITE_URL: url,
  TEST_FIRST_LINK: firstLink,
  TEST_CERTIFICATE: path.join(machine.folder, `etc/letsencrypt/live/${host}/fullchain.pem`),
};
const [program = '', ...args] = machine.within('npx', 'playwright', 'test', 'internet');
execFileSync(program, args, { cwd: projectRoot, env, stdio: 'inherit' });

upstream.commit();
for (const [release, commands] of [
  ['a new release', forward],
  ['the previous release', back],
] as const) {
  let output = '';
  const { requests, failed } = await visitDuring(machine, url, () => {
    output = follow(commands);
  });
  check(
    /Release \w+ is running\./.test(output) && failed === 0,
    `${release} is running; ${failed} of ${requests} requests failed`,
  );
}

const backup = follow(backUp).trim().split('\n').at(-1) ?? '';
// Delete all data, as on an empty machine.
machine.run(
  'systemctl stop site.socket site; rm -r /var/lib/site; install -d -o site -g site -m 700 /var/lib/site',
);
console.log(follow(restore, { backup }));
const page = waitForResponse(machine, `${url}/terms-conditions`);
check(page.includes('Written by Meera, from home.'), 'the backup restores published content');
// Ends the machine, too.
process.exit();
