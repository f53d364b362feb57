import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { services, site, studio } from '../../../apps/build.ts';
import { projectRoot } from '../../../apps/environment.ts';

const roots: Record<string, string> = { '#schemas/': 'schemas/', '#studio/': 'studio/', '#web/': 'web/' };
const files: Record<string, string> = { '#roles': 'roles.ts', '#settings': 'settings.ts' };

/** An import that is more than of types. */
const statement = /(?:^(?:import|export)(?! type )[^;]*? from |^import |import\()'([^']+)'/gm;

/** The file of the project that a file imports by a name; undefined for packages. */
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
])('a change of any file that %s read is a change of them', (_name, sources) => {
  const known = new Set(sources.flatMap((pattern) => globSync(pattern, { cwd: projectRoot })));
  const missing = [...known]
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/tests/'))
    .flatMap((file) =>
      [...readFileSync(path.join(projectRoot, file), 'utf8').matchAll(statement)]
        .flatMap(([, name = '']) => imported(name, file) ?? [])
        .filter((one) => !known.has(one) && existsSync(path.join(projectRoot, one)))
        .map((one) => `${file} reads ${one}`),
    );
  expect(missing).toEqual([]);
});
