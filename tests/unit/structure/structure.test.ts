import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { code, root, texts } from './imports.ts';

describe('the structure', () => {
  test('no file is longer than 300 lines', () => {
    expect(code.filter((file) => (texts.get(file) ?? '').split('\n').length > 301)).toEqual([]);
  });

  test('pages of the handbook are numbered without gaps or duplicates', () => {
    const pages = readdirSync(path.join(root, 'docs/handbook')).filter((name) => name.endsWith('.md'));
    const numbers = pages.sort().map((_, index) => `${index + 1}`.padStart(2, '0'));
    expect(pages.map((name) => name.split('-', 1)[0])).toEqual(numbers);
  });

  test('no schema uses z.any()', () => {
    expect(code.filter((file) => /\bz\.any\(/.test(texts.get(file) ?? ''))).toEqual([]);
  });

  test('the compiler is not incremental: otherwise it misses changes of generated types', () => {
    // Next writes "incremental": true where the option is not set.
    expect(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')).toContain('"incremental": false');
  });
});
