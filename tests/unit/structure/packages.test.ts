import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { files, read } from './imports.ts';

const versions = z.record(z.string(), z.string()).default({});
const manifestSchema = z.object({
  name: z.string(),
  workspaces: z.array(z.string()).default([]),
  exports: z.union([z.string().transform((file) => ({ '.': file })), versions]).default({}),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
const manifestOf = (folder: string) =>
  manifestSchema.parse(JSON.parse(read(path.join(folder, 'package.json'))));
const rootManifest = manifestOf('.');
const packages = rootManifest.workspaces.map((folder) => ({ folder, ...manifestOf(folder) }));

const sources = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file));
const isIn = (folder: string, file: string) => file.startsWith(`${folder}/`);

/** All imports. Relative specifiers are converted to paths in the repository. */
const imports = sources.flatMap((file) =>
  [
    ...read(file).matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm),
  ].map(([, found, awaited]) => {
    const name = found ?? awaited ?? '';
    return { file, name: name.startsWith('.') ? path.join(path.dirname(file), name) : name };
  }),
);

test('there are two stand-alone packages', () => {
  expect(packages.map(({ name }) => name)).toEqual(['content-lake', 'razorpay-sandbox']);
});

describe.each(packages)('$name', ({ folder, name, exports, ...manifest }) => {
  const own = sources.filter((file) => isIn(folder, file));

  test('is imported only through its exports', () => {
    const entrances = Object.keys(exports).map((entrance) => path.join(name, entrance));
    const wrong = imports
      .filter((one) => !isIn(folder, one.file))
      .filter((one) => isIn(folder, one.name) || (isIn(name, one.name) && !entrances.includes(one.name)));
    expect(wrong).toEqual([]);
    for (const target of Object.values(exports)) expect(own).toContain(path.join(folder, target));
  });

  test('imports only its own files and its declared dependencies', () => {
    const wrong = imports
      .filter((one) => isIn(folder, one.file) && !isIn(folder, one.name) && !one.name.startsWith('node:'))
      .filter(({ file, name }) => {
        const isForTests = isIn(`${folder}/tests`, file) || file.endsWith('.config.ts');
        const declared = { ...manifest.dependencies, ...(isForTests ? manifest.devDependencies : {}) };
        return !Object.keys(declared).some((one) => one === name || isIn(one, name));
      });
    expect(wrong).toEqual([]);
    expect(imports.filter((one) => isIn(folder, one.file)).length).toBeGreaterThan(own.length);
  });

  test('pins the same exact versions as the root package.json', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(Object.values(all).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
    const rootVersions = { ...rootManifest.dependencies, ...rootManifest.devDependencies };
    expect(all).toEqual(
      Object.fromEntries(Object.entries(all).map(([one, version]) => [one, rootVersions[one] ?? version])),
    );
    expect(manifest.optionalDependencies).toEqual(rootManifest.optionalDependencies);
    expect(read('package-lock.json')).not.toContain(`"${folder}/node_modules/`);
  });
});
