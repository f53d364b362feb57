import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { eventually } from '../../support/eventually.ts';
import { makeCheckout } from './checkout.ts';
import { descendants, isAlive, killStarted, startProgram } from './starter.ts';

/** Vite's manifest. */
const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));

let folder: string;
afterEach(() => {
  killStarted();
  rmSync(folder, { recursive: true, force: true });
});

/** Turbopack cannot build with packages outside the folder, so a build here copies the output of this checkout. */
const copyBuild = (...files: string[]) =>
  files
    .map((file) => `rm -rf ${file} && cp -a ${path.join(projectRoot, file)} ${path.dirname(file)}/`)
    .join(' && ');
const withCopiedBuilds = (text: string) => {
  const { scripts, ...others } = JSON.parse(text);
  const copied = {
    'build:studio': copyBuild('web/.studio'),
    'build:web': copyBuild('web/.next', 'web/public/islands'),
  };
  return JSON.stringify({ ...others, scripts: { ...scripts, ...copied } });
};

const prepare =
  "import('./apps/build/build.ts').then((build) => build.prepareRelease(console.log)).then(console.log)";
const run = () => startProgram([process.execPath, ['-e', prepare]], {}, folder);
const releases = () => globSync('web/.release-*', { cwd: folder });

test('a release is built again when any of its files is missing', async () => {
  folder = await makeCheckout({ sources: { 'package.json': withCopiedBuilds } });
  const [release = ''] = releases();
  const whole = run();
  expect(await whole.ended, whole.output()).toEqual([0, null]);
  expect(whole.output()).not.toContain('Building');

  const islands = path.join(folder, 'web/public/islands');
  const manifest = path.join(islands, 'manifest.json');
  const chunks = Object.values(manifestSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))));
  rmSync(islands, { recursive: true });
  const again = run();
  expect(await again.ended, again.output()).toEqual([0, null]);
  expect(again.output()).toMatch(/Release \w+ is incomplete: .*public\/islands\/.* is missing\./);
  expect(globSync('*', { cwd: islands })).toEqual(
    expect.arrayContaining(['manifest.json', ...chunks.map(({ file }) => file)]),
  );

  rmSync(path.join(folder, release, 'BUILD_ID'));
  const lacking = run();
  expect(await lacking.ended, lacking.output()).toEqual([0, null]);
  expect(lacking.output()).toMatch(/Release \w+ is incomplete: .*BUILD_ID is missing\./);
  expect(releases()).toEqual([release]);
  expect(existsSync(path.join(folder, release, 'BUILD_ID'))).toBe(true);
  // Next appends to `trace`, so a linked file would grow with other builds.
  expect(existsSync(path.join(folder, release, 'trace'))).toBe(false);
});

test('two builds at once make one release, despite leftovers of a killed build', async () => {
  folder = await makeCheckout({ sources: { 'package.json': withCopiedBuilds } });
  const [release = ''] = releases();
  const files = () => globSync('**/*', { cwd: path.join(folder, release) }).sort();
  const before = files();
  rmSync(path.join(folder, release), { recursive: true });
  mkdirSync(path.join(folder, 'web/.release-half'));
  const both = [run(), run()];
  for (const one of both) expect(await one.ended, one.output()).toEqual([0, null]);
  expect(files()).toEqual(before);
});

test('a build ends with its parent process, even if the parent is killed', async () => {
  folder = await makeCheckout({});
  rmSync(path.join(folder, releases()[0] ?? ''), { recursive: true });
  const killed = run();
  const below = await eventually(() => {
    const all = descendants(killed.child.pid ?? 0);
    // These are npm, its shell and the builder.
    expect(all.length).toBeGreaterThan(3);
    return all;
  });
  killed.child.kill('SIGKILL');
  await eventually(() => expect(below.filter(isAlive)).toEqual([]));
});
