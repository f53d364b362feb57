import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Milliseconds between checks. */
const interval = 1_000;
/** Milliseconds in a tick of Linux's process times (USER_HZ). */
const tick = 10;

/** Milliseconds without a keep-alive message after which a process is killed. */
export type WatchdogLimits = {
  /** By the clock, while it uses no processor time: it is deadlocked or stopped. */
  idle: number;
  /** Of its processor time, until it is ready and afterwards: it is in an endless loop. */
  busy: { starting: number; ready: number };
};

const defaults: WatchdogLimits = { idle: 60_000, busy: { starting: 15 * 60_000, ready: 3 * 60_000 } };

type Watchdog = {
  /** From now on the limit for a process that is ready applies. */
  ready(): void;
  /** Why the process was killed, as measured; empty if it was not. */
  verdict(): string;
};

/**
 * Kills a child that makes no progress. Every message is a keep-alive, as `WATCHDOG=1` is for systemd. A slow or starved
 * process still uses a little processor time, and gets as much of it as a fast one before it counts as looping.
 */
export function watchProgress(child: ChildProcess, limits = defaults): Watchdog {
  let busy = limits.busy.starting;
  let verdict = '';
  let hasKeepAlive = true;
  /** Since the last keep-alive, and since any progress. Counted in checks, as this process may be starved or paused too. */
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
    verdict = `no sign of life for ${seconds(silence)} s, in which it used ${figures}`;
    child.kill('SIGKILL');
  };
  // After a pause of this process, messages that wait are read before the check.
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

/** Processor time of all threads in milliseconds. Undefined without Linux's /proc: time by the clock then counts as used. */
function readProgress(pid: number): { used: number; isWaitingForDisk: boolean } | undefined {
  try {
    // The name before it is in brackets and may hold anything.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const [state, ...numbers] = fields.split(' ');
    const [user = 0, system = 0] = numbers.slice(10, 12).map(Number);
    return { used: (user + system) * tick, isWaitingForDisk: state === 'D' };
  } catch {
    return undefined;
  }
}
