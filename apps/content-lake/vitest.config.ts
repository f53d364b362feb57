import { defineConfig } from 'vitest/config';

/** How many times slower than usual this machine is. Scales the time limits, which only end tests that hang. */
const scale = Number(process.env.TEST_TIMEOUT_SCALE ?? 1);

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/**/*.endurance.test.ts'],
    maxWorkers: 3,
    isolate: false,
    testTimeout: 240_000 * scale,
    hookTimeout: 240_000 * scale,
    expect: { poll: { timeout: 210_000 * scale } },
    silent: 'passed-only',
  },
});
