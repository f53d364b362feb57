import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { second } from '../environment/durations.ts';

/** Keep-alives that a process may miss in a row, one per second. Even on a busy machine, a working process misses few. */
const maxMissed = 150;

/**
 * Kills a child that makes no progress. Every message is a keep-alive, like `WATCHDOG=1` for systemd. Returns a function
 * that says why the child was killed; empty if it was not killed.
 */
export function watchProgress(child: EventEmitter & Pick<ChildProcess, 'kill'>): () => string {
  /** Counted, because a clock would also count the time in which this process was stopped. */
  let missed = 0;
  const check = () => {
    missed += 1;
    if (missed < maxMissed) return;
    clearInterval(timer);
    child.kill('SIGKILL');
  };
  // After a pause of this process, `setImmediate` lets it read waiting messages before the check.
  const timer = setInterval(() => setImmediate(check), second);
  child.on('message', () => {
    missed = 0;
  });
  child.once('exit', () => clearInterval(timer));
  return () => (missed < maxMissed ? '' : `it missed ${missed} keep-alives`);
}
