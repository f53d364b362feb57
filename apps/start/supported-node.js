// Plain JavaScript, so that older versions of Node can run it. npm installs a newer Node, except on Alpine Linux and others.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNodeFault, isAtLeast } from './node-faults.js';

const inModules = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const isWindows = process.platform === 'win32';
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;

// The child process of this script inherits the variable.
if (!process.env.NODE_IS_CHOSEN) await chooseNode();

/** Selects a Node without a known fault, the machine's before ours, for this command and for all that follow. */
async function chooseNode() {
  // npm puts our link first in PATH, and names the Node that it runs on: the machine's.
  const machines = findNode(process.env.npm_node_execpath ?? process.execPath);
  // With an older version, npm has left out packages that the build needs.
  if (!machines || !isAtLeast(machines.version, '20.19')) return refuse(machines, '20.19');
  const own = [`node-${platform}`, `node-bin-${platform}`]
    .map((name) => findNode(inModules(`${name}/bin/node${isWindows ? '.exe' : ''}`)))
    .find((node) => node);
  // Older versions do not run TypeScript.
  const usable = [machines, own].filter((node) => node && isAtLeast(node.version, '22.18'));
  const chosen = usable.find(({ version }) => !findNodeFault(version)) ?? usable.at(-1);
  if (!chosen) return refuse(machines, '22.18');
  linkTo(chosen.file);
  const isImported = process.argv[1] !== fileURLToPath(import.meta.url);
  if (isImported && realpathSync(process.execPath) !== realpathSync(chosen.file)) await runWith(chosen.file);
}

/** Returns a program and its version if it is a Node that runs on this machine. */
function findNode(file) {
  const isThis = file === process.execPath;
  const { stdout } = isThis
    ? { stdout: process.version }
    : spawnSync(file, ['--version'], { encoding: 'utf8' });
  const version = /^v(\S+)/.exec(stdout ?? '')?.[1];
  return version && { file, version };
}

/** Makes `node` of npm's scripts and of the systemd units the given program. npm may have removed or replaced our link. */
function linkTo(file) {
  const link = inModules(`.bin/node${isWindows ? '.cmd' : ''}`);
  const command = `@"${file}" %*\r\n`;
  const isLinked =
    existsSync(link) &&
    (isWindows ? readFileSync(link, 'utf8') === command : realpathSync(link) === realpathSync(file));
  if (isLinked) return;
  try {
    rmSync(link, { force: true });
    if (isWindows) writeFileSync(link, command);
    else symlinkSync(file, link);
  } catch {
    // Another user installed the packages. This start needs no link.
  }
}

function refuse(node, least) {
  const { stderr } = spawnSync(inModules(`node-${platform}/bin/node`), ['--version'], { encoding: 'utf8' });
  // Empty if it runs, or npm installed none. A minimal Debian lacks a library of Node 26.
  if (stderr)
    console.error(
      `The Node that npm installed does not run here: ${stderr.trim()}\nOn Debian and Ubuntu, run: apt-get install libatomic1`,
    );
  console.error(`This is Node ${node?.version}. Install Node ${least} or newer, then run npm ci again.`);
  process.exit(1);
}

/** Runs the command in a child process. When one process ends, so does the other. */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_IS_CHOSEN: '1' },
  });
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill(), 500);
  process.on('SIGTERM', () => child.kill());
  // A terminal sends these signals to both processes.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  return new Promise(() => child.once('exit', (code) => process.exit(code ?? 1)));
}
