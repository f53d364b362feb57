import { existsSync, mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '#settings';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { findLastBackup, listBackups } from '../backup/stored-backups.ts';
import { hour } from '../environment/durations.ts';
import { projectRoot } from '../environment/environment.ts';
import { findNodeFault } from '../start/node-faults.js';

const megabyte = 1024 * 1024;
/** Backups are daily; the starter checks every hour whether one is due. */
const maxBackupAgeHours = 26;

/** Checks whether the data folder is writable. If it is not, nothing else can be checked. */
export function checkFolder(dataDir: string): boolean {
  const fail = (problem: string) => {
    reportCheck('error', 'Data folder', `${dataDir} ${problem}`);
    return false;
  };
  if (!existsSync(path.join(dataDir, 'secrets.json')))
    return fail('has no data of a site. Start the site once, or set DATA_DIR to its folder.');
  const { uid } = statSync(dataDir);
  // If run as another user, this check would leave files that the site cannot write to.
  if (process.getuid && process.getuid() !== uid)
    return fail(`belongs to another user. Run: sudo -u '#${uid}' npm run doctor`);
  try {
    rmdirSync(mkdtempSync(path.join(dataDir, '.doctor-')));
  } catch (error) {
    return fail(
      `cannot be written (${findReason(error)}). Run chmod u+rwx, and check ReadWritePaths= in site.service.`,
    );
  }
  reportCheck('ok', 'Data folder', `${dataDir} is writable.`);
  return true;
}

export async function checkMachine({ dataDir, backup, isLocal }: Settings): Promise<void> {
  const secrets = [path.join(dataDir, 'secrets.json'), path.join(projectRoot, '.env')].filter(existsSync);
  // Windows has no file modes.
  const open = secrets.filter((file) => process.platform !== 'win32' && statSync(file).mode & 0o077);
  if (open.length > 0)
    reportCheck('error', 'Secrets', `Other users can read them. Run: chmod 600 ${open.join(' ')}`);
  else reportCheck('ok', 'Secrets', 'No other user can read them.');

  const { bavail, bsize } = statfsSync(dataDir);
  const disk = Math.round((bavail * bsize) / megabyte);
  const advice = disk > 2_000 ? '' : ' Free up space, or get a larger disk.';
  reportCheck(disk > 2_000 ? 'ok' : disk > 300 ? 'warn' : 'error', 'Disk', `${disk} MB are free.${advice}`);
  const memory = Math.round(process.availableMemory() / megabyte);
  const more = memory > 300 ? '' : ' A running site needs 1000 MB, and a new release needs as much again.';
  reportCheck(memory > 300 ? 'ok' : 'warn', 'Memory', `${memory} MB are available.${more}`);
  const fault = findNodeFault(process.versions.node);
  reportCheck(fault ? 'error' : 'ok', 'Node', fault || process.versions.node);
  await checkBackup(dataDir, backup, isLocal);
}

async function checkBackup(dataDir: string, { folder, passphrase }: Settings['backup'], isLocal: boolean) {
  if (!folder)
    return reportCheck(
      isLocal ? 'warn' : 'error',
      'Backup',
      'There are no backups. Set BACKUP_DIR to a folder on another disk.',
    );
  for (const { name } of listBackups(folder).filter(({ age }) => age < 0))
    reportCheck(
      'error',
      'Backup',
      `${name} is dated in the future. The clock was ahead when it was made, or is behind now (see date). Once the clock is right, delete the file.`,
    );
  const { last, unreadable } = await findLastBackup(folder, passphrase);
  for (const name of unreadable)
    reportCheck(
      'warn',
      'Backup',
      `${name} does not count: it is damaged, renamed or encrypted with another passphrase. Delete it.`,
    );
  if (!last)
    return reportCheck('error', 'Backup', `There is none in ${folder}. To see why, run: npm run backup`);
  const hours = Math.floor(last.age / hour);
  if (hours > maxBackupAgeHours)
    reportCheck('error', 'Backup', `The last one is ${hours} hours old. To see why, run: npm run backup`);
  else reportCheck('ok', 'Backup', `The last one is ${hours} hours old.`);
  if (statSync(folder).dev === statSync(dataDir).dev)
    reportCheck(
      'warn',
      'Backup',
      `${folder} is on the same disk as the data. Use another disk, or copy the backups elsewhere.`,
    );
}
