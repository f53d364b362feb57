import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { files, read, root } from './imports.ts';

const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('apps/'));
const guides = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== 'docs/README.md');
const scripts = Object.keys(
  z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json'))).scripts,
);
const npmCommands = (text: string) =>
  [...text.matchAll(/\bnpm run ([a-z][a-z0-9:-]*[a-z0-9])/g)].map(([, name = '']) => name);

test.each(documents)('%s links only to files that exist', (file) => {
  const links = [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]+)/g)].map(([, link = '']) => link);
  const target = (link: string) => path.join(root, path.dirname(file), link);
  expect(links.filter((link) => !existsSync(target(link)))).toEqual([]);
});

test.each(documents.filter((file) => !file.startsWith('studio/')))(
  '%s names only source files that exist',
  (file) => {
    const named = [...read(file).matchAll(/`((?:[\w.[\]-]+\/)+[\w.-]+\.(?:tsx?|js|ndjson|md))`/g)];
    const paths = named.map(([, name = '']) => name).filter((name) => !name.startsWith('web/.next/'));
    expect(paths.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  },
);

test.each(documents)('%s names only npm scripts that exist', (file) => {
  expect(npmCommands(read(file)).filter((name) => !scripts.includes(name))).toEqual([]);
});

test('docs/commands.md lists every npm script', () => {
  const partsOfBuild = ['build:studio', 'build:web'];
  const listed = ['start', 'test', ...npmCommands(read('docs/commands.md'))];
  expect(scripts.filter((name) => !listed.includes(name) && !partsOfBuild.includes(name))).toEqual([]);
});

test('docs/README.md links to every guide', () => {
  const index = read('docs/README.md');
  expect(guides.filter((file) => !index.includes(`(${path.basename(file)})`))).toEqual([]);
});

test('ARCHITECTURE has at most 250 lines', () => {
  expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(251);
});
