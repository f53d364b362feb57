import { createContext, Script } from 'node:vm';
import { readProperty } from '../property.ts';

const context = createContext({ run: () => undefined });
const call = new Script('run()');
/** How many times slower than usual the machine may be. */
const maxSlowdown = 20;

/**
 * Runs a function and throws `timeoutError()` after `limit` milliseconds. The function can be stopped at any instruction,
 * so it must not leave shared state half changed, not even inside libraries.
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

/**
 * Returns a function that runs others for `limit` milliseconds of processor time in all, and throws `timeoutError()` above
 * that. On a busy machine, a function that hardly ran is tried again with more time on the clock.
 */
export function limitCpuTime(limit: number, timeoutError: () => Error) {
  let remaining = limit;
  const timeout = timeoutError();
  function attempt<T>(clock: number, run: () => T, mayRetry: boolean): T {
    const before = process.threadCpuUsage();
    try {
      return withinTime(Math.ceil(clock), run, () => timeout);
    } catch (error) {
      const used = readCpuTime(before);
      if (error !== timeout || used > 0.9 * remaining || !mayRetry) throw error;
      return attempt(Math.min(maxSlowdown, remaining / Math.max(used, 1)) * remaining, run, false);
    }
  }
  return <T>(run: () => T): T => {
    const before = process.threadCpuUsage();
    try {
      return attempt(remaining, run, true);
    } finally {
      remaining = Math.max(1, remaining - readCpuTime(before));
    }
  };
}

/** Milliseconds since an earlier reading. */
function readCpuTime(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

// The error comes from another context, so it is not an instance of this context's `Error`.
const isTimeout = (error: unknown) => readProperty(error, 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
