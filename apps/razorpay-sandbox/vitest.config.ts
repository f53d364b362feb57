import { defineConfig } from 'vitest/config';

/** Times slower than usual that this machine is, for the limits that end a hang. */
const scale = Number(process.env.TEST_TIMEOUT_SCALE ?? 1);

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    maxWorkers: 3,
    isolate: false,
    testTimeout: 240_000 * scale,
    hookTimeout: 240_000 * scale,
    expect: { poll: { timeout: 210_000 * scale } },
    silent: 'passed-only',
  },
});
