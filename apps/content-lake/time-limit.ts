import { createContext, Script } from 'node:vm';

const context = createContext({ run: () => undefined });
const call = new Script('run()');

/**
 * Runs a synchronous function and throws what `late` makes if it takes longer than `limit` milliseconds. It is stopped
 * wherever it stands, also within a regular expression, so it must not be in the middle of changing what others read.
 */
export function withinTime<T>(limit: number, run: () => T, late: () => Error): T {
  const results: T[] = [];
  context.run = () => void results.push(run());
  try {
    call.runInContext(context, { timeout: limit });
  } catch (error) {
    throw isTimeout(error) ? late() : error;
  }
  for (const result of results) return result;
  throw late();
}

// It is an error of the other context: not an instance of this one's `Error`.
const isTimeout = (error: unknown) => Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
