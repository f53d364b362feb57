// Plain JavaScript for older Nodes. npm brings a Node, except on platforms such as Alpine Linux.
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

// npm may remove our link along with those of other platforms, which share its name.
if (own && !existsSync(link) && spawnSync(own, ['--version']).status === 0) {
  // Older versions miss packages that the build needs.
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
    `This is Node ${process.versions.node}. Please install Node ${major}.${minor} or newer, and run npm ci again.`,
  );
  process.exit(1);
}

/** Runs the command in a child; each ends with the other. */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill(), 500);
  process.on('SIGTERM', () => child.kill());
  // The terminal signals both.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  return new Promise(() => child.once('exit', (code) => process.exit(code ?? 1)));
}
