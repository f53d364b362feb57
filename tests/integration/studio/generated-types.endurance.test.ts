/** @module-tag protect */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { copySources } from '../../support/copy-sources.ts';

// Other tests start a release that is named by a hash of these files.
const copy = copySources();
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('has types that were generated from the schema and the queries as they are', async () => {
  await promisify(execFile)('npm', ['run', '--silent', 'typegen'], { cwd: copy });
  const [committed, generated] = [projectRoot, copy].map((folder) =>
    readFileSync(path.join(folder, 'web/content/types.generated.ts'), 'utf8'),
  );
  // Not toBe: a difference of thousands of lines helps nobody. `git diff` shows it after `npm run typegen`.
  expect(generated === committed, 'Run `npm run typegen` and commit the result.').toBe(true);
});
