import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const file = path.join(root, 'web/content/types.generated.ts');

test('has types that were generated from the schema and the queries as they are', async () => {
  const committed = readFileSync(file, 'utf8');
  try {
    await promisify(execFile)('npm', ['run', '--silent', 'typegen'], { cwd: root });
    // Not toBe: a difference of thousands of lines helps nobody. `git diff` shows it after `npm run typegen`.
    expect(readFileSync(file, 'utf8') === committed, 'Run `npm run typegen` and commit the result.').toBe(
      true,
    );
  } finally {
    writeFileSync(file, committed);
  }
});
