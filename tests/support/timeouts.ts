import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Environment variable with the factor. Set it to override the measurement, for example 0.1 to see a wait fail soon. */
const variable = 'TEST_TIMEOUT_SCALE';

/** Milliseconds that four processes of half a second each take on two idle cores. */
const usual = 1_000;

/**
 * Returns how many times slower than two idle cores this machine is now, at least 1. Wall time of several processes also
 * sees a single core, a container's quota and busy neighbours.
 */
async function measureSlowness(): Promise<number> {
  const work = ['--eval', 'for (let at = 0; at < 5e8; at++);'];
  const started = performance.now();
  await Promise.all(Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, work)));
  return Math.max(1, (performance.now() - started) / usual);
}

// The first process of a run measures, and its children inherit the result.
process.env[variable] ??= (await measureSlowness()).toFixed(2);
const scale = Number(process.env[variable]);

/**
 * Time limits of the tests in milliseconds. They exist to end a hang: all are far longer than anything takes on an idle
 * machine, and grow with the slowness of this machine. Tests set no limits of their own.
 */
export const timeouts = {
  /** Limit of a test or hook. Long ones have many steps, each with the limit of a condition. */
  test: 600_000 * scale,
  /** Limit of a test or hook of the endurance tests. */
  endurance: 1_200_000 * scale,
  /** Limit of one condition. Shorter than a test's, so that the failure names the condition. */
  wait: 210_000 * scale,
  /** Limit of one attempt, if a test repeats attempts. */
  attempt: 10_000 * scale,
};
