import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { timeouts } from '../../support/timeouts.ts';

const children: ChildProcess[] = [];

/** Kills all started programs that still run. */
export function killStarted() {
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

/** Starts a program in the project's folder or in another one. */
export function startProgram(
  [program, args]: [string, string[]],
  env: Record<string, string | undefined>,
  folder = projectRoot,
) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const watchers: { text: string; found: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      for (const watcher of watchers) if (output.includes(watcher.text)) watcher.found();
    });
  const ended = once(child, 'exit');
  return {
    child,
    ended,
    output: () => output,
    /** Waits until the text was printed. Rejects if the process ends first, or after `within` milliseconds. */
    async waitForOutput(text: string, within = timeouts.wait) {
      const seen = new Promise<void>((found) => watchers.push({ text, found }));
      const failed = Promise.race([ended.then(() => 'ended'), wait(within, 'ran', { ref: false })]).then(
        (outcome) => {
          if (!output.includes(text)) throw new Error(`${outcome} without printing "${text}":\n${output}`);
        },
      );
      await Promise.race([seen, failed]);
    },
  };
}

/** Returns the ids of all descendants of a process. */
export function descendants(parent: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = table.flatMap(([pid, ppid]) => (ppid === parent && pid !== undefined ? [pid] : []));
  return below.flatMap((pid) => [pid, ...descendants(pid)]);
}

export function isAlive(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
