import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '#settings';
import { reasonOf, reportCheck } from '#telemetry/report-check.ts';
import { backupsIn } from '../backup/backup.ts';
import { projectRoot } from '../environment/environment.ts';

const megabyte = 1024 * 1024;
const hour = 3_600_000;
/** Hours: backups are daily, checked every hour. */
const oldestBackup = 26;

/** Whether the data can be written. Otherwise nothing else can be checked. */
export function checkFolder(dataDir: string): boolean {
  const wrong = (says: string) => {
    reportCheck('wrong', 'Data folder', `${dataDir} ${says}`);
    return false;
  };
  if (!existsSync(path.join(dataDir, 'secrets.json')))
    return wrong('holds no site: start it once, or set DATA_DIR to the folder of the site.');
  const { uid } = statSync(dataDir);
  // The site could not write another user's files.
  if (process.getuid && process.getuid() !== uid)
    return wrong(`is another user's. As that one: sudo -u '#${uid}' npm run doctor`);
  try {
    rmdirSync(mkdtempSync(path.join(dataDir, '.doctor-')));
  } catch (error) {
    return wrong(
      `cannot be written (${reasonOf(error)}): chmod u+rwx, and see ReadWritePaths= in site.service.`,
    );
  }
  reportCheck('ok', 'Data folder', `${dataDir} can be written.`);
  return true;
}

export function checkMachine({ dataDir, backup, isLocal }: Settings): void {
  const secrets = [path.join(dataDir, 'secrets.json'), path.join(projectRoot, '.env')].filter(existsSync);
  // Windows has no file modes.
  const open = secrets.filter((file) => process.platform !== 'win32' && statSync(file).mode & 0o077);
  if (open.length > 0) reportCheck('wrong', 'Secrets', `Others can read them: chmod 600 ${open.join(' ')}`);
  else reportCheck('ok', 'Secrets', 'Nobody else can read them.');

  const { bavail, bsize } = statfsSync(dataDir);
  const disk = Math.round((bavail * bsize) / megabyte);
  const advice = disk > 2_000 ? '' : ' Make room, or get a larger disk.';
  reportCheck(disk > 2_000 ? 'ok' : disk > 300 ? 'look' : 'wrong', 'Disk', `${disk} MB are free.${advice}`);
  const memory = Math.round(process.availableMemory() / megabyte);
  const more = memory > 300 ? '' : ' What runs takes 1000, a new release as much again.';
  reportCheck(memory > 300 ? 'ok' : 'look', 'Memory', `${memory} MB are available.${more}`);
  reportCheck('ok', 'Node', process.versions.node);
  checkBackup(dataDir, backup.folder, isLocal);
}

function checkBackup(dataDir: string, folder: string | undefined, isLocal: boolean) {
  if (!folder)
    return reportCheck(
      isLocal ? 'look' : 'wrong',
      'Backup',
      'Nothing makes one: set BACKUP_DIR, to another disk.',
    );
  const backups = backupsIn(folder);
  for (const { name } of backups.filter(({ age }) => age < 0))
    reportCheck(
      'wrong',
      'Backup',
      `${name} is dated in the future: the clock was ahead when it was made, or is behind now (see date). Once the clock is right, give the file another name or remove it.`,
    );
  const newest = backups.find(({ age }) => age >= 0);
  if (!newest) return reportCheck('wrong', 'Backup', `There is none in ${folder}: npm run backup says why.`);
  const hours = Math.floor(newest.age / hour);
  if (hours > oldestBackup)
    reportCheck('wrong', 'Backup', `The last is ${hours} hours old: npm run backup says why.`);
  else reportCheck('ok', 'Backup', `The last is ${hours} hours old.`);
  if (statSync(folder).dev === statSync(dataDir).dev)
    reportCheck(
      'look',
      'Backup',
      `${folder} is on the disk that it is to replace: use another, or copy it away.`,
    );
}
