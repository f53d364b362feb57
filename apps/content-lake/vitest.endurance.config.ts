import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

const limit = 5 * (config.test?.testTimeout ?? 0);

export default defineConfig({
  test: {
    ...config.test,
    include: ['tests/**/*.endurance.test.ts'],
    exclude: [],
    maxWorkers: 2,
    testTimeout: limit,
    hookTimeout: limit,
  },
});
