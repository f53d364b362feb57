import { existsSync, globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { makeCheckout } from './checkout.ts';
import { descendants, isAlive, killStarted, startProgram } from './starter.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeCheckout({});
});
afterEach(() => {
  killStarted();
  rmSync(folder, { recursive: true, force: true });
});

const prepare =
  "import('./apps/build.ts').then((build) => build.prepareRelease(console.log)).then(console.log)";
const run = () => startProgram([process.execPath, ['-e', prepare]], {}, folder);
const releases = () => globSync('web/.release-*', { cwd: folder });

test('a release whose served files are missing is built again, and so is one that lacks its own', async () => {
  const [release = ''] = releases();
  const whole = run();
  await whole.ended;
  expect(whole.output()).not.toContain('Building');

  const islands = path.join(folder, 'web/public/islands');
  const served = globSync('*', { cwd: islands }).sort();
  rmSync(islands, { recursive: true });
  const again = run();
  await again.ended;
  expect(again.output()).toMatch(/Release \w+ is not whole: .*public\/islands\/.* is missing\./);
  expect(globSync('*', { cwd: islands }).sort()).toEqual(served);

  rmSync(path.join(folder, release, 'BUILD_ID'));
  const lacking = run();
  await lacking.ended;
  expect(lacking.output()).toMatch(/Release \w+ is not whole: .*BUILD_ID is missing\./);
  expect(releases()).toEqual([release]);
  expect(existsSync(path.join(folder, release, 'BUILD_ID'))).toBe(true);
  // Next adds to it, and a link to it would grow with other builds.
  expect(existsSync(path.join(folder, release, 'trace'))).toBe(false);
});

test('a build ends with the process that asked for it, also if that is killed', async () => {
  rmSync(path.join(folder, releases()[0] ?? ''), { recursive: true });
  const killed = run();
  const below = await eventually(() => {
    const all = descendants(killed.child.pid ?? 0);
    // npm, its shell and the builder.
    expect(all.length).toBeGreaterThan(3);
    return all;
  });
  killed.child.kill('SIGKILL');
  await eventually(() => expect(below.filter(isAlive)).toEqual([]));
});
