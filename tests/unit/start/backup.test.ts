import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pack } from '../../../apps/backup/archive.ts';
import { isBackupDue, makeBackup, manifestName, nonDatabaseFiles } from '../../../apps/backup/backup.ts';
import { restoreBackup } from '../../../apps/backup/restore.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'backed-up-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const restore = async (file: string, name: string) => {
  const dataDir = path.join(folder, name);
  await restoreBackup({ file, dataDir, databaseUrl: undefined });
  return nonDatabaseFiles(dataDir).sort();
};

test.each(['backups', '.'])(
  'a backup stored in the data folder, in %s, does not contain backups',
  async (within) => {
    const dataDir = path.join(folder, `data-${within}`);
    mkdirSync(path.join(dataDir, 'content-lake/assets'), { recursive: true });
    writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
    writeFileSync(path.join(dataDir, 'content-lake/assets/backup-plan.pdf'), 'a plan');
    const to = path.join(dataDir, within);
    const made = [];
    for (let day = 0; day < 3; day++) made.push(await makeBackup({ dataDir, databaseUrl: undefined, to }));
    const [first = '', , last = ''] = made;
    expect(statSync(last).size).toBeLessThan(statSync(first).size + 100);
    expect(await restore(last, `restored-${within}`)).toEqual([
      'content-lake/assets/backup-plan.pdf',
      'secrets.json',
    ]);
  },
);

test('restores a backup of an older release that contains earlier backups', async () => {
  const manifest = { made: new Date().toISOString(), files: 2, proof: {} };
  const files = {
    [manifestName]: JSON.stringify(manifest),
    'secrets.json': '{}',
    'backups/backup-2026.tar.gz': 'earlier',
  };
  const file = path.join(folder, 'of-before.tar.gz');
  const sources = Object.entries(files).map(([target, content]) => ({
    type: 'content' as const,
    target,
    content,
  }));
  await pack(sources, file, undefined);
  expect(await restore(file, 'of-before')).toEqual(['backups/backup-2026.tar.gz', 'secrets.json']);
});

test('a backup dated in the future does not count as the last one and does not push out later ones', async () => {
  const dataDir = path.join(folder, 'clock');
  const to = path.join(folder, 'clock-backups');
  mkdirSync(dataDir);
  mkdirSync(to);
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
  const nextYear = new Date(Date.now() + 366 * 24 * 3_600_000);
  const ahead = `backup-${nextYear.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`;
  writeFileSync(path.join(to, ahead), '');
  utimesSync(path.join(to, ahead), nextYear, nextYear);
  expect(isBackupDue(to)).toBe(true);
  const made = [];
  for (let day = 0; day < 3; day++)
    made.push(path.basename(await makeBackup({ dataDir, databaseUrl: undefined, to, keep: 2 })));
  expect(readdirSync(to).sort()).toEqual([...made.slice(1), ahead]);
  expect(isBackupDue(to)).toBe(false);
});
