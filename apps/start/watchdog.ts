import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { minute } from '../environment/durations.ts';

/** Milliseconds between checks. */
const interval = 1_000;
/** Milliseconds in a tick of Linux's process times (USER_HZ is 100). */
const tick = 10;

/** Limits in milliseconds. A process is killed if it sends no keep-alive within these limits. */
export type WatchdogLimits = {
  /** Wall time in which the process uses no processor time. Beyond this limit, the process is deadlocked or stopped. */
  idle: number;
  /** Limits of processor time before and after the process is ready. Beyond them, the process is in an endless loop. */
  busy: { starting: number; ready: number };
};

const defaults: WatchdogLimits = { idle: minute, busy: { starting: 15 * minute, ready: 3 * minute } };

type Watchdog = {
  /** From now on, applies the limit for a process that is ready. */
  ready(): void;
  /** Returns why the process was killed, with the measured times; empty if it was not killed. */
  verdict(): string;
};

/**
 * Kills a child that makes no progress. Every message is a keep-alive, like `WATCHDOG=1` for systemd. A slow or starved
 * process survives: it still uses some processor time, and the limit for a loop is processor time, not wall time.
 */
export function watchProgress(child: ChildProcess, limits = defaults): Watchdog {
  let busy = limits.busy.starting;
  let verdict = '';
  let hasKeepAlive = true;
  /** Milliseconds since a keep-alive and since progress. Each check adds `interval`: a clock would count our pauses. */
  let silence = 0;
  let standstill = 0;
  let usedAtKeepAlive = 0;
  let last = 0;
  child.on('message', () => {
    hasKeepAlive = true;
  });
  const check = () => {
    if (child.pid === undefined) return clearInterval(timer);
    const { used, isWaitingForDisk } = readProgress(child.pid) ?? { used: last + interval };
    if (hasKeepAlive) {
      silence = 0;
      usedAtKeepAlive = used;
    } else silence += interval;
    standstill = hasKeepAlive || isWaitingForDisk || used > last ? 0 : standstill + interval;
    hasKeepAlive = false;
    last = used;
    const spent = used - usedAtKeepAlive;
    if (standstill < limits.idle && spent < busy) return;
    clearInterval(timer);
    const figures = standstill >= limits.idle ? 'no processor time' : `${seconds(spent)} s of processor time`;
    verdict = `no keep-alive for ${seconds(silence)} s, during which it used ${figures}`;
    child.kill('SIGKILL');
  };
  // After a pause of this process, `setImmediate` lets it read waiting messages before the check.
  const timer = setInterval(() => setImmediate(check), interval);
  child.once('exit', () => clearInterval(timer));
  return {
    ready: () => {
      busy = limits.busy.ready;
    },
    verdict: () => verdict,
  };
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);

/** Returns the processor time of all threads in milliseconds. Without Linux's /proc, `check` counts wall time. */
function readProgress(pid: number): { used: number; isWaitingForDisk: boolean } | undefined {
  try {
    // The command name comes first, in brackets, and may contain anything.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [state, ...numbers] = fields.split(' ');
    const [user = 0, system = 0] = numbers.slice(10, 12).map(Number);
    return { used: (user + system) * tick, isWaitingForDisk: state === 'D' };
  } catch {
    return undefined;
  }
}
