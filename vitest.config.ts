import { defineConfig } from 'vitest/config';

const endurance = 'tests/integration/**/*.endurance.test.ts';

/** Tests wait for servers as well, so three files at a time keep two cores busy. */
const maxWorkers = 3;

/** Each file starts real servers of its own. */
const withServers = {
  globalSetup: ['tests/support/build-once.ts'],
  maxWorkers,
  testTimeout: 30_000,
  hookTimeout: 120_000,
  // A busy CI machine may be late once; a fault is there the second time too.
  retry: process.env.CI === undefined ? 0 : 1,
  // Waiting for a condition ends when it is there; the limit is for a machine that is busy with other things.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    // What a test logs is shown when it fails.
    silent: 'passed-only',
    // Files of one worker share what they import: reading it anew for each took half of the unit tests' time.
    isolate: false,
    projects: [
      { test: { name: 'unit', maxWorkers, include: ['tests/unit/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...withServers,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [endurance],
        },
      },
      // What it withstands: kills, storms, floods, hostile requests, restarts under load, other hosts.
      { test: { ...withServers, name: 'endurance', include: [endurance] } },
    ],
  },
});
