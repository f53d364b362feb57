import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

const generatedTypes = path.join(copy, 'web/content/types.generated.ts');
const typesBefore = readFileSync(generatedTypes);

const test = (files: string[]) => [
  ...['vitest', 'run', '--project', 'unit', '--bail', '1', ...files],
  // A break may let a test hang.
  ...['--test-timeout', String(timeouts.test / 8)],
];
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
function errorsOf([command = '', ...args]: string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return undefined;
  const errors = `${stdout}\n${stderr}`.match(/.*(?:^ FAIL|lint\/|npm run typegen|Error:).*/gm) ?? [];
  return errors.slice(0, 2).join('  ') || `exit ${status}`;
}

const filter = process.argv[2] ?? '';
const chosen = breaks.filter(({ name, file }) => `${name} ${file}`.includes(filter));
const checks = [...new Set(chosen.map(({ detectedBy }) => detectedBy))];
for (const command of [
  test(checks.filter((check) => !isCommand(check))),
  ...checks.filter(isCommand).map((check) => commands[check]('.')),
]) {
  const errors = errorsOf(command);
  if (errors) throw new Error(`${command.join(' ')} fails without a break: ${errors}`);
}

let undetected = 0;
let slowest = 0;
for (const one of chosen) {
  const { name, file, detectedBy, isWithoutTypegen } = one;
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
  if (!isWithoutTypegen) execFileSync('node', ['web/content/generated-types.ts', 'sign'], { cwd: copy });
  const startedAt = performance.now();
  const errors = errorsOf(isCommand(detectedBy) ? commands[detectedBy](file) : test([detectedBy]));
  const seconds = (performance.now() - startedAt) / 1000;
  slowest = Math.max(slowest, seconds);
  if (!errors) undetected += 1;
  const [result, by] = errors ? ['detected', errors] : ['UNDETECTED', `${file} by ${detectedBy}`];
  console.log(`${result}  ${name}  (${seconds.toFixed(1)} s)  ${by}`);
  if (text === undefined) rmSync(place);
  else writeFileSync(place, text);
  writeFileSync(generatedTypes, typesBefore);
}
console.log(
  `${chosen.length - undetected} of ${chosen.length} breaks detected, the slowest in ${slowest.toFixed(1)} s`,
);
process.exitCode = undetected === 0 && chosen.length > 0 ? 0 : 1;
