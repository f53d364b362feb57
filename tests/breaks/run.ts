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
// Measures once for all runs below.
import '../support/timeouts.ts';
import { applyBreak, breaks } from './breaks.ts';

/**
 * Applies each deliberate break to a copy of the sources and runs the fast check on it. Fails if one goes unnoticed, or is noticed
 * only since it left a name unused, or cannot be made. `npm run test:breaks -- roles` runs those whose name or file has the word.
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
// It says of every break that it was made.
rmSync(path.join(copy, 'tests/unit/structure/breaks.test.ts'));
const structure = globSync('tests/unit/structure/*.test.ts', { cwd: copy });

/**
 * The fast check, but for what only an unused name breaks; the quickest to tell first, so of the unit tests those that can
 * tell, and all of them where nothing else has.
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

/** The first check that fails, with the line that says why. */
function detect(files: string[]): { by: string; line: string } | undefined {
  for (const [by, command, args] of checksOf(files)) {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: copy,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status === 0) continue;
    const said =
      `${stdout}\n${stderr}`.match(/.*(?:error TS|^ FAIL|lint\/|npm run typegen|Error:).*/gm) ?? [];
    return { by, line: said.slice(0, 2).join('  ') || `exit ${status}` };
  }
  return undefined;
}

const before = detect(['.']);
if (before) throw new Error(`Without a break, ${before.by} fail already: ${before.line}`);

const wanted = process.argv[2] ?? '';
const chosen = breaks.filter(({ name, file }) => `${name} ${file}`.includes(wanted));
let unnoticed = 0;
let slowest = 0;
for (const one of chosen) {
  const { name, file, isWithoutTypegen } = one;
  const place = path.join(copy, file);
  const text = existsSync(place) ? readFileSync(place, 'utf8') : undefined;
  const changed = applyBreak(one, text);
  if (changed === undefined) {
    console.log(`OUT OF DATE  ${name}  ${file} must hold the text once that is to be broken`);
    unnoticed += 1;
    continue;
  }
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, changed);
  if (!isWithoutTypegen) execFileSync('node', ['web/content/generated-types.ts', 'sign'], { cwd: copy });
  const begun = performance.now();
  const noticed = detect([file]);
  const seconds = (performance.now() - begun) / 1000;
  slowest = Math.max(slowest, seconds);
  if (!noticed) unnoticed += 1;
  const [mark, by] = noticed ? ['noticed', `${noticed.by}: ${noticed.line}`] : ['UNNOTICED', file];
  console.log(`${mark}  ${name}  (${seconds.toFixed(1)} s)  ${by}`);
  if (text === undefined) rmSync(place);
  else writeFileSync(place, text);
  writeFileSync(generatedTypes, typesBefore);
}
console.log(
  `${chosen.length - unnoticed} of ${chosen.length} breaks noticed, the slowest in ${slowest.toFixed(1)} s`,
);
process.exitCode = unnoticed === 0 && chosen.length > 0 ? 0 : 1;
