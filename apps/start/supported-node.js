// Plain JavaScript, so that older versions of Node can run it. npm installs a newer Node, except on Alpine Linux and others.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inModules = (path) => fileURLToPath(new URL(`../../node_modules/${path}`, import.meta.url));
const isWindows = process.platform === 'win32';
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
const own = [`node-${platform}`, `node-bin-${platform}`]
  .map((name) => inModules(`${name}/bin/node${isWindows ? '.exe' : ''}`))
  .find((file) => existsSync(file));
const link = inModules(`.bin/node${isWindows ? '.cmd' : ''}`);

// npm may remove our link: the packages for other platforms have a link of the same name.
if (own && !existsSync(link) && spawnSync(own, ['--version']).status === 0) {
  // With an older version, npm has left out packages that the build needs.
  requireNode(20, 19);
  if (isWindows) writeFileSync(link, `@"${own}" %*\r\n`);
  else symlinkSync(own, link);
  const isImported = process.argv[1] !== fileURLToPath(import.meta.url);
  if (isImported) await runWith(own);
} else requireNode(22, 18);

function requireNode(major, minor) {
  const [ourMajor, ourMinor] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  console.error(
    `This is Node ${process.versions.node}. Install Node ${major}.${minor} or newer, then run npm ci again.`,
  );
  process.exit(1);
}

/** Runs the command in a child process. When one process ends, so does the other. */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill(), 500);
  process.on('SIGTERM', () => child.kill());
  // A terminal sends these signals to both processes.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  return new Promise(() => child.once('exit', (code) => process.exit(code ?? 1)));
}
