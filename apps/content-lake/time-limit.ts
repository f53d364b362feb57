import { createContext, Script } from 'node:vm';
import { propertyOf } from './property.ts';

const context = createContext({ run: () => undefined });
const call = new Script('run()');

/**
 * Throws `late()` after `limit` milliseconds. `run` is stopped anywhere, so it must not leave shared state half changed.
 * That includes what libraries make on first use: see `ready` for schemas.
 */
export function withinTime<T>(limit: number, run: () => T, timeoutError: () => Error): T {
  const results: T[] = [];
  context.run = () => void results.push(run());
  try {
    call.runInContext(context, { timeout: limit });
  } catch (error) {
    throw isTimeout(error) ? timeoutError() : error;
  }
  for (const result of results) return result;
  throw timeoutError();
}

/** Milliseconds by the clock for all tries together, and times the limit, as others wait. Less than a worker counts as hung after. */
const clockLimit = { time: 45_000, times: 8 };

/** Limits the thread's own time: on a busy machine `run` is retried with more time by the clock. `attempt` undoes a try. */
export function withinCpuTime<T>(
  limit: number,
  run: () => T,
  timeoutError: () => Error,
  attempt = (one: () => T) => one(),
): T {
  const timeout = timeoutError();
  const end = performance.now() + Math.min(clockLimit.time, clockLimit.times * limit);
  for (let clock = limit; ; ) {
    const before = process.threadCpuUsage();
    try {
      return attempt(() => withinTime(clock, run, () => timeout));
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const used = (user + system) / 1000;
      const remaining = Math.floor(end - performance.now());
      if (error !== timeout || used > limit / 2 || remaining < clock) throw error;
      // The time by the clock that the limit takes with this try's share of the processor.
      const needed = Math.ceil((clock * limit) / Math.max(used, 1));
      clock = Math.min(remaining, Math.max(2 * clock, needed));
    }
  }
}

// From the other context, so not an instance of this `Error`.
const isTimeout = (error: unknown) => propertyOf(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
