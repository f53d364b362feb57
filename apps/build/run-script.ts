import { spawn } from 'node:child_process';

// `node apps/build/run-script.ts NAME`: runs a script of package.json and ends it when the parent process ends, even if
// the parent is killed. Otherwise the build would continue, and Next refuses to run two builds at once.
const isWindows = process.platform === 'win32';
const child = spawn('npm', ['run', '--silent', process.argv[2] ?? ''], {
  stdio: 'inherit',
  // A new process group includes everything that the script starts. Windows has no groups, and needs a shell for npm.
  detached: !isWindows,
  shell: isWindows,
});

function end() {
  try {
    if (isWindows) child.kill();
    else if (child.pid) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The script has already ended.
  }
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
const parent = process.ppid;
setInterval(() => process.ppid === parent || end(), 200).unref();
child.once('exit', (code) => process.exit(code ?? 1));
