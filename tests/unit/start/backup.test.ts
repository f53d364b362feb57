import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { lakeRoles } from '#roles';
import { openAccountsDatabase } from '../../../apps/accounts/database.ts';
import { People } from '../../../apps/accounts/people.ts';
import { Sessions } from '../../../apps/accounts/sessions.ts';
import { makeBackup, nonDatabaseFiles } from '../../../apps/backup/backup.ts';
import { restoreBackup } from '../../../apps/backup/restore.ts';
import {
  deleteOldBackups,
  findLastBackup,
  isBackupDue,
  listBackups,
} from '../../../apps/backup/stored-backups.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';
import { nameOfBackup, writeBackup } from '../../support/backups.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';
import { onFullDisk } from '../../support/disk.ts';

const folder = temporaryFolder();

const restore = async (file: string, name: string) => {
  const dataDir = path.join(folder, name);
  await restoreBackup({ file, dataDir, databaseUrl: undefined });
  return nonDatabaseFiles(dataDir).sort();
};

const hour = 3_600_000;

/** Makes a small data folder and an empty folder for its backups. */
function makeFolders(name: string) {
  const dataDir = path.join(folder, name);
  const to = path.join(folder, `${name}-backups`);
  for (const one of [dataDir, to]) mkdirSync(one);
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}');
  return { dataDir, to, databaseUrl: undefined };
}

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

test('with --if-changed, a backup is made only if a table or a file has changed', async () => {
  const { dataDir, ...others } = makeFolders('changes');
  const db = new Database(path.join(dataDir, 'one.sqlite'));
  db.exec('CREATE TABLE notes (text TEXT)');
  const make = () => makeBackup({ dataDir, ...others, ifChanged: true });
  expect(await make()).not.toBe('');
  expect(await make()).toBe('');
  db.exec("INSERT INTO notes VALUES ('new')");
  expect(await make()).not.toBe('');
  writeFileSync(path.join(dataDir, 'picture.jpg'), '');
  expect(await make()).not.toBe('');
  expect(await make()).toBe('');
  for (const { name } of listBackups(others.to)) rmSync(path.join(others.to, name));
  expect(await make()).not.toBe('');
});

test('the newest backups and the last one of each day stay', () => {
  const { to } = makeFolders('days');
  const names = [0, 1, 2, 24, 25, 48, 49, 72, 96].map((hours) =>
    path.basename(nameOfBackup(hours, Date.parse('2026-01-31T12:00Z'))),
  );
  for (const name of names) writeFileSync(path.join(to, name), '');
  deleteOldBackups(to, 3, undefined);
  expect(readdirSync(to).sort().reverse()).toEqual([0, 1, 2, 3, 5].map((index) => names[index]));
});

test('sessions and sign-in links of the backup do not work after a restore', async () => {
  const { dataDir, ...others } = makeFolders('sessions');
  const db = openAccountsDatabase(path.join(dataDir, 'content-lake'));
  const person = new People(db, lakeRoles).add('Asha', 'hr');
  new People(db, lakeRoles).makeLink(person, hour);
  const cookie = new Sessions(db).begin(person.id, 'Firefox on Windows');
  expect(new Sessions(db).find(cookie)).toBeDefined();
  await restore(await makeBackup({ dataDir, ...others }), 'sessions-restored');
  const restored = openAccountsDatabase(path.join(folder, 'sessions-restored/content-lake'));
  expect(new Sessions(restored).find(cookie)).toBeUndefined();
  expect(new People(restored, lakeRoles).list()).toMatchObject([{ name: 'Asha' }]);
  expect(restored.prepare('SELECT link FROM people').all()).toEqual([{ link: null }]);
});

test('a backup dated in the future does not count as the last one and does not push out later ones', async () => {
  const { dataDir, to } = makeFolders('clock');
  const nextYear = new Date(Date.now() + 366 * 24 * 3_600_000);
  const ahead = `backup-${nextYear.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`;
  writeFileSync(path.join(to, ahead), '');
  expect(await isBackupDue(to, undefined)).toBe(true);
  const made = [];
  for (let day = 0; day < 3; day++)
    made.push(path.basename(await makeBackup({ dataDir, databaseUrl: undefined, to, keep: 2 })));
  expect(readdirSync(to).sort()).toEqual([...made.slice(1), ahead]);
  expect(await isBackupDue(to, undefined)).toBe(false);
});

describe('the last backup', () => {
  test('is the newest that can be read to its end', async () => {
    const { to } = makeFolders('whole');
    const whole = await writeBackup(to, 30);
    writeFileSync(path.join(to, nameOfBackup(3)), '');
    const cut = await writeBackup(to, 2);
    truncateSync(cut, statSync(cut).size - 5);
    // Renamed, so that it seems newer, and named as file managers name copies.
    copyFileSync(whole, path.join(to, nameOfBackup(1)));
    copyFileSync(whole, path.join(to, `${path.basename(whole, '.tar.gz')} (1).tar.gz`));
    writeFileSync(path.join(to, 'backup-2025-old.tar.gz'), '');
    const { last, unreadable } = await findLastBackup(to, undefined);
    expect(last?.name).toBe(path.basename(whole));
    expect(Math.floor((last?.age ?? 0) / hour)).toBe(30);
    expect(unreadable.length).toBe(3);
    expect(await isBackupDue(to, undefined)).toBe(true);
  });

  test('keeps its age if it is copied without its times', async () => {
    const { to } = makeFolders('copied');
    const old = await writeBackup(to, 50);
    utimesSync(old, new Date(), new Date());
    expect(await isBackupDue(to, undefined)).toBe(true);
    const recent = await writeBackup(to, 5);
    utimesSync(recent, new Date(0), new Date(0));
    expect(await isBackupDue(to, undefined)).toBe(false);
  });

  test('is whole if it is encrypted, too', async () => {
    const { to } = makeFolders('sealed');
    const file = await writeBackup(to, 1, 'first');
    expect(await isBackupDue(to, 'first')).toBe(false);
    truncateSync(file, statSync(file).size - 5);
    expect(await isBackupDue(to, 'first')).toBe(true);
  });

  test('is checked again after it has changed', async () => {
    const { to } = makeFolders('changed');
    const file = await writeBackup(to, 1);
    expect(await isBackupDue(to, undefined)).toBe(false);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, 40));
    expect(await isBackupDue(to, undefined)).toBe(true);
  });

  test('stays when old ones are deleted', async () => {
    const { to } = makeFolders('retained');
    const files = [];
    for (const hours of [100, 75, 50]) files.push(path.basename(await writeBackup(to, hours)));
    writeFileSync(path.join(to, nameOfBackup(25)), '');
    const { last } = await findLastBackup(to, undefined);
    expect(deleteOldBackups(to, 1, last?.name)).toBe(2);
    expect(listBackups(to).map(({ name }) => name)).toContain(files[2]);
  });
});

test('a backup that was killed long ago is cleaned up by the next', async () => {
  const folders = makeFolders('killed');
  for (const name of ['old', 'running']) mkdirSync(path.join(folders.to, `.unfinished-${name}`));
  const twoDaysAgo = new Date(Date.now() - 48 * hour);
  utimesSync(path.join(folders.to, '.unfinished-old'), twoDaysAgo, twoDaysAgo);
  const made = await makeBackup(folders);
  expect(readdirSync(folders.to).sort()).toEqual(['.unfinished-running', path.basename(made)]);
});

test('two backups at once are both whole, and retention holds', async () => {
  const folders = makeFolders('twice');
  for (const hours of [90, 60, 30]) await writeBackup(folders.to, hours);
  await Promise.all([makeBackup({ ...folders, keep: 2 }), makeBackup({ ...folders, keep: 2 })]);
  const { last, unreadable } = await findLastBackup(folders.to, undefined);
  expect(last?.age).toBeLessThan(hour);
  expect(unreadable).toEqual([]);
  // The third is the last one of the day before.
  expect(listBackups(folders.to).length).toBeLessThanOrEqual(3);
});

test('on a full disk, old backups go and the last whole one stays', async () => {
  const { dataDir, to } = makeFolders('full');
  const whole = path.basename(await writeBackup(to, 80));
  for (const hours of [50, 60, 100]) writeFileSync(path.join(to, nameOfBackup(hours)), '');
  const [program = '', ...args] = [...onFullDisk, process.execPath, 'apps/backup/cli.ts', 'backup'];
  const { status, stderr } = spawnSync(program, args, {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, BACKUP_DIR: to, BACKUP_KEEP: '1', BACKUP_PASSPHRASE: '' },
  });
  expect(status).toBe(1);
  expect(stderr).toContain(`The disk of ${to} is full`);
  expect(readdirSync(to)).toEqual([whole]);
});
