import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../apps/environment/environment.ts';
import { linkPackages } from '../support/link-packages.ts';
// Measures the machine's speed once for all runs below.
import '../support/timeouts.ts';
import { applyBreak, breaks } from './breaks.ts';

/**
 * Mutation testing: applies each break to a copy of the sources and runs the fast check. Fails if the check does not detect a
 * break, or a break no longer fits the sources. `npm run test:breaks -- roles` runs the breaks with that word in name or file.
 */
const copy = mkdtempSync(path.join(tmpdir(), 'breaks-'));
process.once('exit', () => {
  for (const made of [copy, `${copy}.tsbuildinfo`]) rmSync(made, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));

const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
const files = execFileSync('git', listed, { cwd: projectRoot, encoding: 'utf8' }).split('\0').filter(Boolean);
for (const file of files.filter((one) => existsSync(path.join(projectRoot, one))))
  cpSync(path.join(projectRoot, file), path.join(copy, file));
linkPackages(copy);
for (const args of [
  ['init', '-q'],
  ['add', '-A'],
])
  execFileSync('git', args, { cwd: copy });

const onlyUnit = ['--project', 'unit', '--bail', '1', '--reporter', 'dot'];
const generatedTypes = path.join(copy, 'web/content/types.generated.ts');
const typesBefore = readFileSync(generatedTypes);
// This test would fail for every break.
rmSync(path.join(copy, 'tests/unit/structure/breaks.test.ts'));
const structure = globSync('tests/unit/structure/*.test.ts', { cwd: copy });

/**
 * Returns the steps of the fast check, the fastest first: related unit tests run early, all of them last. Unused names are
 * ignored, since they are a weak reason to fail.
 */
const checksOf = (files: string[]): [string, string, string[]][] => [
  ['types of the content', 'node', ['web/content/generated-types.ts']],
  ['unit tests', 'vitest', ['related', ...files, ...structure, '--run', ...onlyUnit]],
  [
    'types',
    'tsc',
    [
      ...['--noEmit', '--noUnusedLocals', 'false', '--noUnusedParameters', 'false'],
      ...['--incremental', '--tsBuildInfoFile', `${copy}.tsbuildinfo`],
    ],
  ],
  [
    'lint',
    'biome',
    ['lint', '--skip=correctness/noUnusedImports', '--skip=correctness/noUnusedVariables', ...files],
  ],
  ['unit tests', 'vitest', ['run', ...onlyUnit]],
];

/** Runs the checks. Returns the first one that fails, with its error; undefined if all pass. */
function detect(files: string[]): { by: string; line: string } | undefined {
  for (const [by, command, args] of checksOf(files)) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status === 0) continue;
    const errors =
      `${stdout}\n${stderr}`.match(/.*(?:error TS|^ FAIL|lint\/|npm run typegen|Error:).*/gm) ?? [];
    return { by, line: errors.slice(0, 2).join('  ') || `exit ${status}` };
  }
  return undefined;
}

const before = detect(['.']);
if (before) throw new Error(`Without a break, ${before.by} already fail: ${before.line}`);

const filter = process.argv[2] ?? '';
const chosen = breaks.filter(({ name, file }) => `${name} ${file}`.includes(filter));
let undetected = 0;
let slowest = 0;
for (const one of chosen) {
  const { name, file, isWithoutTypegen } = one;
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
  const detected = detect([file]);
  const seconds = (performance.now() - startedAt) / 1000;
  slowest = Math.max(slowest, seconds);
  if (!detected) undetected += 1;
  const [result, by] = detected ? ['detected', `${detected.by}: ${detected.line}`] : ['UNDETECTED', file];
  console.log(`${result}  ${name}  (${seconds.toFixed(1)} s)  ${by}`);
  if (text === undefined) rmSync(place);
  else writeFileSync(place, text);
  writeFileSync(generatedTypes, typesBefore);
}
console.log(
  `${chosen.length - undetected} of ${chosen.length} breaks detected, the slowest in ${slowest.toFixed(1)} s`,
);
process.exitCode = undetected === 0 && chosen.length > 0 ? 0 : 1;
