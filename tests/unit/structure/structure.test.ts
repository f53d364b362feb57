import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
/** Also what is not committed yet. */
const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--'];
const folders = ['apps', 'schemas', 'studio', 'telemetry', 'web'];
const code = execFileSync('git', [...listed, ...folders], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !/\.generated\.|\/tests\//.test(file))
  .filter((file) => existsSync(path.join(root, file)));
const texts = new Map(code.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** Files of ours that a file imports, types included; only what is needed to run with `runtime`. */
function importsOf(file: string, { runtime }: { runtime: boolean }): string[] {
  const statements = (texts.get(file) ?? '').matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'((?:\.{1,2}\/|#)[^']+)'/gm,
  );
  return [...statements].flatMap(([, isType, specifier = '']) => {
    if (runtime && isType) return [];
    const target = specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier);
    return texts.has(target) ? [target] : [];
  });
}

/** A chain of files of which each imports the next and the last the first, or undefined. */
function cycle(): string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, chain: string[]): string[] | undefined => {
    if (chain.includes(file)) return [...chain.slice(chain.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of importsOf(file, { runtime: true })) {
      const found = visit(next, [...chain, file]);
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of code) {
    const found = visit(file, []);
    if (found) return found;
  }
  return undefined;
}

describe('the structure', () => {
  test('most files import others, or this test reads imports wrongly', () => {
    const importing = code.filter((file) => importsOf(file, { runtime: false }).length > 0);
    expect(importing.length).toBeGreaterThan(code.length / 2);
  });

  test.each([
    ['schemas', ['studio', 'web', 'apps']],
    ['studio', ['apps']],
    ['web', ['studio', 'apps']],
    ['apps', ['schemas', 'studio', 'web']],
    ['telemetry', ['apps', 'schemas', 'studio', 'web']],
  ])('%s knows nothing of %s', (folder, others) => {
    const wrong = code
      .filter((file) => file.startsWith(`${folder}/`))
      .flatMap((file) => importsOf(file, { runtime: false }).map((target) => `${file} imports ${target}`))
      .filter((line) => others.some((other) => line.includes(` imports ${other}/`)));
    expect(wrong).toEqual([]);
  });

  test('nothing imports itself by a detour', () => {
    expect(cycle()).toBeUndefined();
  });

  test('no file is longer than 300 lines', () => {
    expect(code.filter((file) => (texts.get(file) ?? '').split('\n').length > 301)).toEqual([]);
  });

  test('the compiler keeps nothing from one run to the next: with it, it passes after a change of generated types', () => {
    // Next writes "incremental": true where the option is not set.
    expect(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')).toContain('"incremental": false');
  });
});
