import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/**/*.endurance.test.ts'],
    maxWorkers: 3,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    silent: 'passed-only',
  },
});
