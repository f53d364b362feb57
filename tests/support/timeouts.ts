import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Holds the factor for the processes of a run. Set it to choose the factor yourself, for example 0.1 to see a wait fail soon. */
const variable = 'TEST_TIMEOUT_SCALE';

/** What four processes of half a second each take on two idle cores, in milliseconds. */
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

// The first process of a run measures, and hands the result on to all that it starts.
process.env[variable] ??= (await measureSlowness()).toFixed(2);
const scale = Number(process.env[variable]);

/**
 * Time limits of the tests, in milliseconds. They are there to end a hang, so all are far above what anything takes on an
 * idle machine, and grow with how slow this machine is. Tests do not set limits of their own.
 */
export const timeouts = {
  /** For a test or hook. */
  test: 240_000 * scale,
  /** For a test or hook of the endurance tests. */
  endurance: 1_200_000 * scale,
  /** For one condition. Slightly below a test's, so that the failure says which condition was not met. */
  wait: 210_000 * scale,
  /** For one attempt at something that a test attempts again and again. */
  attempt: 10_000 * scale,
};
