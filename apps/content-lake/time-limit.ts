import { createContext, Script } from 'node:vm';

const context = createContext({ run: () => undefined });
const call = new Script('run()');

/** Throws `late()` after `limit` milliseconds. `run` is stopped anywhere, so it must not leave shared state half changed. */
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

/** Milliseconds by the clock for all tries together, and times the limit, as others wait. */
const longest = { time: 10_000, times: 8 };

/** Limits the thread's own time: on a busy machine `run` is retried with twice the time. `attempt` undoes a try. */
export function withinOwnTime<T>(
  limit: number,
  run: () => T,
  late: () => Error,
  attempt = (one: () => T) => one(),
): T {
  const tooLate = late();
  const end = performance.now() + Math.min(longest.time, longest.times * limit);
  for (let clock = limit; ; clock *= 2) {
    const before = process.threadCpuUsage();
    try {
      return attempt(() => withinTime(clock, run, () => tooLate));
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const worked = (user + system) / 1000 > limit / 2;
      const left = end - performance.now();
      if (error !== tooLate || worked || left < clock) throw error;
      clock = Math.min(clock, Math.floor(left / 2));
    }
  }
}

// From the other context, so not an instance of this `Error`.
const isTimeout = (error: unknown) => Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
