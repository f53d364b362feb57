import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createVitest } from 'vitest/node';
import { copySources } from '../support/copy-sources.ts';
import { timeouts } from '../support/timeouts.ts';
import { applyBreak, breaks } from './breaks.ts';

/**
 * Mutation testing: applies each break to a copy of the sources and runs the check that must detect it. Fails if that check
 * passes, or a break no longer fits the sources. `npm run test:breaks -- roles` runs the breaks with that word in name or file.
 */
const copy = copySources();
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
process.once('SIGINT', () => process.exit(130));

for (const args of [
  ['init', '-q'],
  ['add', '-A'],
])
  execFileSync('git', args, { cwd: copy });

// Stays for all breaks: to start it anew for each takes most of the time. Each test file has a process of its own.
const vitest = await createVitest('test', {
  root: copy,
  project: ['unit'],
  watch: false,
  isolate: true,
  bail: 1,
  reporters: [{}],
});

/** Runs files of unit tests. Returns their first errors; undefined if they pass. */
async function runTests(files: string[]): Promise<string | undefined> {
  const paths = files.map((file) => path.join(copy, file));
  const specifications = await vitest.globTestSpecifications(paths);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // The result includes modules of earlier runs.
  const modules = testModules.filter(({ moduleId }) => paths.includes(moduleId));
  if (modules.length !== files.length) throw new Error(`Not all files were found: ${files.join(', ')}`);
  const errors = modules.flatMap((module) => [
    ...module.errors(),
    ...[...module.children.allTests()].flatMap((test) => test.result().errors ?? []),
  ]);
  const [first] = [...errors.map(({ message }) => message), ...unhandledErrors.map(String)];
  return first === undefined ? undefined : stripVTControlCharacters(first).trim().split('\n')[0] || 'failed';
}

/** Checks other than tests. They ignore unused names, which are a weak reason to fail. */
const commands = {
  typegen: () => ['node', 'web/content/generated-types.ts'],
  lint: (file: string) => [
    ...['biome', 'lint', '--skip=correctness/noUnusedImports', '--skip=correctness/noUnusedVariables', file],
  ],
};
type Command = keyof typeof commands;
const isCommand = (check: string): check is Command => Object.hasOwn(commands, check);

/** Runs a check. Returns its first errors; undefined if it passes. */
function runCommand([command = '', ...args]: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return undefined;
  const errors = `${stdout}\n${stderr}`.match(/.*(?:^ FAIL|lint\/|npm run typegen).*/gm) ?? [];
  return errors.slice(0, 2).join('  ') || `exit ${status}`;
}

const filter = process.argv[2] ?? '';
const chosen = breaks.filter(({ name, file }) => `${name} ${file}`.includes(filter));
const checks = [...new Set(chosen.map(({ detectedBy }) => detectedBy))];
const withoutBreak = [
  await runTests(checks.filter((check) => !isCommand(check))),
  ...checks.filter(isCommand).map((check) => runCommand(commands[check]('.'))),
];
for (const error of withoutBreak) if (error) throw new Error(`A check fails without a break: ${error}`);
// A break may let a test hang.
for (const { config } of vitest.projects) config.testTimeout = timeouts.test / 24;

let undetected = 0;
let slowest = 0;
for (const one of chosen) {
  const { name, file, detectedBy } = one;
  const place = path.join(copy, file);
  const text = existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  const changed = applyBreak(one, text);
  if (changed === undefined) {
    console.log(`OUT OF DATE  ${name}  ${file} must contain \`from\` exactly once`);
    undetected += 1;
    continue;
  }
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, changed);
  const startedAt = performance.now();
  vitest.invalidateFile(place);
  const errors = isCommand(detectedBy)
    ? runCommand(commands[detectedBy](file))
    : await runTests([detectedBy]);
  const seconds = (performance.now() - startedAt) / 1000;
  slowest = Math.max(slowest, seconds);
  if (!errors) undetected += 1;
  const [result, by] = errors ? ['detected', errors] : ['UNDETECTED', `${file} by ${detectedBy}`];
  console.log(`${result}  ${name}  (${seconds.toFixed(1)} s)  ${by}`);
  if (text === undefined) rmSync(place);
  else writeFileSync(place, text);
  vitest.invalidateFile(place);
}
console.log(
  `${chosen.length - undetected} of ${chosen.length} breaks detected, the slowest in ${slowest.toFixed(1)} s`,
);
await vitest.close();
process.exitCode = undetected === 0 && chosen.length > 0 ? 0 : 1;
