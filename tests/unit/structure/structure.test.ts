import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { code, root, texts } from './imports.ts';

describe('the structure', () => {
  test('no file is longer than 300 lines', () => {
    expect(code.filter((file) => (texts.get(file) ?? '').split('\n').length > 301)).toEqual([]);
  });

  test('the compiler keeps nothing from one run to the next: with it, it passes after a change of generated types', () => {
    // Next writes "incremental": true where the option is not set.
    expect(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')).toContain('"incremental": false');
  });
});
