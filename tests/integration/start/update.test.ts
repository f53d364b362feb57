import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';

const folder = temporaryFolder();
const root = path.join(folder, 'site');
const deployed = path.join(folder, 'deployed');

const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** Commits a release whose build and deployment only note its name. */
function release(name: string, { build = 'true', deploy = 'true' } = {}) {
  const scripts = {
    build: `${build} && mkdir -p node_modules && echo ${name} > built`,
    // Notes where it runs, too: the folder is all that the user who runs the site can write to.
    deploy: `echo ${name} $(realpath --relative-to=${root} .) >> ${deployed} && ${deploy}`,
  };
  const manifest = { name: 'site', version: '1.0.0', private: true, scripts };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(root, 'package-lock.json'),
    JSON.stringify({
      name: 'site',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: { '': { version: '1.0.0' } },
    }),
  );
  writeFileSync(path.join(root, 'release'), name);
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', name);
  git('tag', name);
}

beforeAll(() => {
  mkdirSync(path.join(root, 'deploy'), { recursive: true });
  cpSync(path.join(projectRoot, 'deploy/update.sh'), path.join(root, 'deploy/update.sh'));
  writeFileSync(path.join(root, '.gitignore'), 'node_modules*\n.env\nbuilt\n');
  git('init', '-q');
  release('v1');
  release('v2');
  release('v3-unbuilt', { build: 'false' });
  release('v3-broken', { deploy: 'false' });
});

beforeEach(() => {
  git('checkout', '-q', 'v1');
  mkdirSync(path.join(root, 'node_modules'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/before'), '');
  writeFileSync(deployed, '');
});

/** Runs `npm run update` and returns its exit code, and the releases that were deployed in turn. */
async function update(tag: string) {
  const code = await new Promise((resolve) =>
    execFile(path.join(root, 'deploy/update.sh'), [tag], (error) => resolve(error?.code ?? 0)),
  );
  expect(existsSync(path.join(root, 'update'))).toBe(false);
  const releases = readFileSync(deployed, 'utf8').trim().split('\n');
  return {
    code,
    releases,
    here: read('release'),
    keepsPackages: existsSync(path.join(root, 'node_modules/before')),
  };
}

test('an update is deployed from beside, and then from here', async () => {
  expect(await update('v2')).toEqual({
    code: 0,
    releases: ['v2 update', 'v2 .'],
    here: 'v2',
    keepsPackages: false,
  });
});

test('after an update that was killed, the site runs from its own folder before the other is deleted', async () => {
  git('worktree', 'add', '-q', '--detach', 'update', 'v2');
  expect(await update('v2')).toMatchObject({ code: 0, releases: ['v1 .', 'v2 update', 'v2 .'] });
});

test.each([
  ['v3-unbuilt', ['']],
  ['v3-broken', ['v3-broken update', 'v1 .']],
  ['v9', ['']],
])('%s leaves everything as it was', async (tag, releases) => {
  expect(await update(tag)).toEqual({ code: 1, releases, here: 'v1', keepsPackages: true });
});
