import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs, ensureChromium } from './tests/support/chromium.ts';
import { dataInMemory } from './tests/support/data-in-memory.ts';
import { timeouts } from './tests/support/timeouts.ts';

Object.assign(process.env, dataInMemory());

const endurance = '**/*.endurance.spec.ts';
/** Single tests among others. */
const ofEndurance = /@endurance/;
const launchOptions = { executablePath: ensureChromium(), args: chromiumArgs };

export default defineConfig({
  testDir: 'tests/e2e',
  // As in `vitest.config.ts`.
  projects: [
    {
      name: 'e2e',
      testIgnore: endurance,
      grepInvert: ofEndurance,
      // Pages live for seconds or a few minutes here: to compile their scripts as well as can be takes more than it saves.
      use: { launchOptions: { ...launchOptions, args: [...chromiumArgs, '--js-flags=--no-turbofan'] } },
    },
    { name: 'endurance', testMatch: endurance, timeout: timeouts.endurance },
    {
      name: 'endurance-of-e2e',
      testIgnore: endurance,
      grep: ofEndurance,
      timeout: timeouts.endurance,
    },
  ],
  globalSetup: './tests/support/build-once.ts',
  fullyParallel: false,
  // A browser waits more than it works, so three keep two cores busy.
  workers: 3,
  timeout: timeouts.test,
  expect: { timeout: timeouts.wait },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  // Prints the ten slowest files after each run.
  reportSlowTests: { max: 10, threshold: 0 },
  use: {
    ...devices['Desktop Chrome'],
    launchOptions,
  },
});
