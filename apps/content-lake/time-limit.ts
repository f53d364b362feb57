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

/** Milliseconds by the clock after which all tries together are given up: for so long others wait. */
const longest = 10_000;

/**
 * The same for what may begin anew: the limit holds for the time that the thread itself has worked. While the machine is
 * busy with other things it is tried again, with twice as much time by the clock. `attempt` undoes what a try has done.
 */
export function withinOwnTime<T>(
  limit: number,
  run: () => T,
  late: () => Error,
  attempt = (one: () => T) => one(),
): T {
  const tooLate = late();
  const start = performance.now();
  for (let clock = limit; ; clock *= 2) {
    const before = process.threadCpuUsage();
    try {
      return attempt(() => withinTime(clock, run, () => tooLate));
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const worked = (user + system) / 1000 > limit / 2;
      const left = longest - (performance.now() - start);
      if (error !== tooLate || worked || left < clock) throw error;
      clock = Math.min(clock, left / 2);
    }
  }
}

// It is an error of the other context: not an instance of this one's `Error`.
const isTimeout = (error: unknown) => Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
