import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesIn, makeBackup } from '../../../apps/backup/backup.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'backed-up-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test('a backup within the data folder holds no backups', async () => {
  mkdirSync(path.join(dataDir, 'content-lake/assets'), { recursive: true });
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
  writeFileSync(path.join(dataDir, 'content-lake/assets/backup-plan.pdf'), 'a plan');
  const to = path.join(dataDir, 'backups');
  const sizes = [];
  for (let day = 0; day < 3; day++)
    sizes.push(statSync(await makeBackup({ dataDir, databaseUrl: undefined, to })).size);
  expect(filesIn(dataDir)).toEqual(['secrets.json', 'content-lake/assets/backup-plan.pdf']);
  expect(sizes[2]).toBeLessThan((sizes[0] ?? 0) + 100);
});
