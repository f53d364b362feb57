import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { dataInMemory } from './tests/support/data-in-memory.ts';
import { SortByStack } from './tests/support/sort-by-stack.ts';
import { timeouts } from './tests/support/timeouts.ts';

/** Ours, and those of the packages that can be taken away, which have a setup of their own for that. */
const all = '{tests,apps/*/tests}';
const endurance = `${all}/**/*.endurance.test.ts`;
/** They measure how long somebody waits, so nothing else may keep the machine busy. */
const alone = [
  'tests/integration/internet/several-{processes,servers}.endurance.test.ts',
  // It keeps all cores busy.
  'tests/integration/start/slow-machine.endurance.test.ts',
];

/** Returns the test files that use this export of a file in `tests/support`. */
const findUses = (name: string) =>
  globSync('tests/{unit,integration}/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
    new RegExp(`import { [^}]*\\b${name}\\b[^}]* } from '.*support/[\\w-]+.ts'`).test(
      readFileSync(path.join(import.meta.dirname, file), 'utf8'),
    ),
  );

const limits = {
  testTimeout: timeouts.test,
  hookTimeout: timeouts.test,
  expect: { poll: { timeout: timeouts.wait } },
};
const enduranceLimits = { ...limits, testTimeout: timeouts.endurance, hookTimeout: timeouts.endurance };

const shared = {
  // Tests wait for servers as well, so four files at a time keep two cores busy.
  maxWorkers: 4,
  // Files of one worker share what they import: reading it anew for each took half of the unit tests' time.
  isolate: false,
  env: dataInMemory(),
};

/** Files start real servers, or share them (`tests/support/shared-stack.ts`). */
const withServers = {
  globalSetup: ['tests/support/build-once.ts'],
  setupFiles: ['tests/support/fresh-connections.ts'],
};

export default defineConfig({
  test: {
    // Logs are shown when their test fails.
    silent: 'passed-only',
    // With `--sequence.shuffle.files`, Vitest shuffles them instead.
    ...(process.argv.some((argument) => argument.startsWith('--sequence.shuffle'))
      ? {}
      : { sequence: { sequencer: SortByStack } }),
    reporters: ['default', './tests/support/slowest-files.ts'],
    tags: [
      { name: 'protect', description: 'An endurance test that CI runs: money, stored content, releases.' },
    ],
    projects: [
      {
        resolve: { alias: { '#web/islands/island.tsx': path.resolve('tests/support/island-stub.ts') } },
        test: {
          ...shared,
          ...limits,
          name: 'unit',
          include: [`${all}/unit/**/*.test.{ts,tsx}`],
          setupFiles: ['tests/support/property-seed.ts'],
        },
      },
      {
        test: {
          ...shared,
          ...limits,
          ...withServers,
          name: 'integration',
          include: ['tests/integration/**/*.test.ts', 'apps/*/tests/**/*.test.ts'],
          exclude: [endurance, 'apps/*/tests/unit/**'],
        },
      },
      // Kills, storms, floods, hostile requests, restarts under load, other hosts.
      {
        test: {
          ...shared,
          ...enduranceLimits,
          ...withServers,
          maxWorkers: 2,
          name: 'endurance',
          include: [endurance],
          exclude: alone,
          // After the others, where all are run.
          sequence: { groupOrder: 1 },
        },
      },
      // The ledger's tests again, on PostgreSQL.
      {
        test: {
          ...shared,
          ...enduranceLimits,
          ...withServers,
          name: 'endurance-postgres',
          include: findUses('createRunDatabase'),
          env: { ...shared.env, TEST_LEDGER: 'PostgreSQL' },
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...shared,
          ...enduranceLimits,
          ...withServers,
          name: 'endurance-full',
          include: findUses('isFull'),
          env: { ...shared.env, TEST_EXTENT: 'full' },
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...shared,
          ...enduranceLimits,
          ...withServers,
          maxWorkers: 1,
          name: 'endurance-alone',
          include: alone,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
