import { defineConfig, devices } from '@playwright/test';
import { chromiumArgs, ensureChromium } from './tests/support/chromium.ts';

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
    { name: 'endurance', testMatch: endurance },
    { name: 'endurance-of-e2e', testIgnore: endurance, grep: ofEndurance },
  ],
  globalSetup: './tests/support/build-once.ts',
  fullyParallel: false,
  // A browser waits more than it works, so three keep two cores busy.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  // A busy CI machine may be late once; a fault is there the second time too, and the report says "flaky".
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    // Recording takes as much of the processor as the test itself; `--trace on` asks for it.
    trace: 'on-first-retry',
    launchOptions,
  },
});
