import { createContext, Script } from 'node:vm';
import { propertyOf } from './property.ts';
import { second } from './units.ts';

const context = createContext({ run: () => undefined });
const call = new Script('run()');

/**
 * Runs a function and throws `timeoutError()` after `limit` milliseconds. The function can be stopped at any instruction,
 * so it must not leave shared state half changed, not even inside libraries: see `warmUpSchema`.
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

/** Limits the total wall-clock time of all tries. The maximum is less than a worker's `hangTimeout`. */
const wallClock = { max: 45 * second, timesLimit: 8 };

/**
 * Runs a function with `limit` milliseconds of CPU time. On a busy machine `run` is retried with a longer wall-clock
 * limit. `attempt` wraps each try, so that a failed try can be rolled back.
 */
export function withinCpuTime<T>(
  limit: number,
  run: () => T,
  timeoutError: () => Error,
  attempt = (once: () => T) => once(),
): T {
  const timeout = timeoutError();
  const end = performance.now() + Math.min(wallClock.max, wallClock.timesLimit * limit);
  for (let clockLimit = limit; ; ) {
    const before = process.threadCpuUsage();
    try {
      return attempt(() => withinTime(clockLimit, run, () => timeout));
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const used = (user + system) / 1000;
      const remaining = Math.floor(end - performance.now());
      if (error !== timeout || used > limit / 2 || remaining < clockLimit) throw error;
      // Extrapolates from the share of CPU time that this try got.
      const needed = Math.ceil((clockLimit * limit) / Math.max(used, 1));
      clockLimit = Math.min(remaining, Math.max(2 * clockLimit, needed));
    }
  }
}

// The error comes from another context, so it is not an instance of this context's `Error`.
const isTimeout = (error: unknown) => propertyOf(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
