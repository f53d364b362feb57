// Plain JavaScript, since an older Node cannot read TypeScript. npm brings a Node of its own for most platforms; elsewhere,
// as on Alpine Linux, the machine's own has to do.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inModules = (path) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const isWindows = process.platform === 'win32';
const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`;
const own = [`node-${platform}`, `node-bin-${platform}`]
  .map((name) => inModules(`${name}/bin/node${isWindows ? '.exe' : ''}`))
  .find((file) => existsSync(file));
const link = inModules(`.bin/node${isWindows ? '.cmd' : ''}`);

// With those of other platforms, which all have one name, most versions of npm take away the link to ours as well.
if (own && !existsSync(link) && spawnSync(own, ['--version']).status === 0) {
  // For an older one npm leaves out what the build needs.
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

/** Runs what this process was to run, and ends with it, in both directions. */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill(), 500);
  process.on('SIGTERM', () => child.kill());
  // A terminal sends these to both.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  return new Promise(() => child.once('exit', (code) => process.exit(code ?? 1)));
}
