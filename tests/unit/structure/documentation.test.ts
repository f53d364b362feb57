import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { root } from './imports.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.md', 'docs/*.md'];
const documents = [...new Set(execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n'))]
  .filter((file) => existsSync(path.join(root, file)))
  .filter((file) => !file.startsWith('apps/'));
const guides = documents.filter((file) => /^docs\/[^/]+\.md$/.test(file) && file !== 'docs/README.md');
const scripts = Object.keys(
  z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json'))).scripts,
);
const npmCommands = (text: string) =>
  [...text.matchAll(/\bnpm run ([a-z][a-z0-9:-]*[a-z0-9])/g)].map(([, name = '']) => name);

describe('documentation', () => {
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

  test('README is a front page with the command that CI runs', () => {
    const readme = read('README.md');
    expect(readme.split('\n').length).toBeLessThanOrEqual(121);
    expect(readme).toContain('`npm test`');
    expect(read('.ci/run')).toMatch(/^npm test$/m);
  });

  test('ARCHITECTURE has at most 250 lines and names the files that matter', () => {
    const text = read('ARCHITECTURE.md');
    expect(text.split('\n').length).toBeLessThanOrEqual(251);
    expect(text.match(/`(?:[\w.[\]-]+\/)+[\w.-]+\.tsx?`/g)?.length).toBeGreaterThan(80);
  });
});
