import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesMatching, services, site, studio } from '../../../apps/build/build.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';

const roots: Record<string, string> = { '#schemas/': 'schemas/', '#studio/': 'studio/', '#web/': 'web/' };
const files: Record<string, string> = { '#roles': 'roles.ts', '#settings': 'settings.ts' };

/** Matches imports, except type imports. */
const statement = /(?:^(?:import|export)(?! type )[^;]*? from |^import |import\()'([^']+)'/gm;

/** Returns the project's file that an import means; undefined for packages. */
function imported(name: string, from: string): string | undefined {
  const bare = name.replace(/\?.*$/, '');
  const root = Object.keys(roots).find((one) => bare.startsWith(one));
  if (root) return bare.replace(root, roots[root] ?? '');
  if (bare.startsWith('.')) return path.join(path.dirname(from), bare);
  return files[bare];
}

test.each([
  ['the Studio', studio.sources],
  ['the site', site.sources],
  ['the services', services],
])('sources include every file that the %s import', (_name, sources) => {
  const known = new Set(filesMatching(sources));
  const missing = [...known]
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(statement)]
        .flatMap(([, name = '']) => imported(name, file) ?? [])
        .filter((one) => !known.has(one) && existsSync(path.join(projectRoot, one)))
        .map((one) => `${file} reads ${one}`),
    );
  expect(missing).toEqual([]);
});

/** Files that are neither built nor run: documents, tests, configuration, and the seed. */
const notSources = [
  /\.md$|^LICENSE$|^docs\/(?!handbook\/)/,
  /^tests\/|^apps\/[^/]+\/tests\/|^(playwright|vitest)\.config\.ts$/,
  /^\.|^deploy\/|^(biome|renovate)\.json$|^apps\/[^/]+\/tsconfig\.json$/,
  /^studio\/seed\//,
];

test('sources of a release include every file that is built or run, even if it is not committed', () => {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const known = new Set(filesMatching([...studio.sources, ...site.sources, ...services]));
  const missing = execFileSync('git', listed, { cwd: projectRoot, encoding: 'utf8' })
    .split('\0')
    .filter((file) => !known.has(file) && !notSources.some((one) => one.test(file)))
    .filter((file) => file !== '' && existsSync(path.join(projectRoot, file)));
  expect(missing).toEqual([]);
});
