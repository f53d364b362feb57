import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

const limit = 5 * (config.test?.testTimeout ?? 0);

export default defineConfig({
  test: {
    ...config.test,
    // The tests' tags are for the repository that uses this package.
    strictTags: false,
    include: ['tests/**/*.endurance.test.ts'],
    exclude: [],
    maxWorkers: 2,
    testTimeout: limit,
    hookTimeout: limit,
  },
});
