import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '#settings';
import { findReason, reportCheck } from '#telemetry/report-check.ts';
import { projectRoot } from '../environment/environment.ts';

const megabyte = 1024 * 1024;

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

/** Checks what is set up once. Conditions that begin and end are in `conditions.ts`. */
export function checkMachine({ dataDir, backup, isLocal }: Settings): void {
  const secrets = [path.join(dataDir, 'secrets.json'), path.join(projectRoot, '.env')].filter(existsSync);
  // Windows has no file modes.
  const open = secrets.filter((file) => process.platform !== 'win32' && statSync(file).mode & 0o077);
  if (open.length > 0)
    reportCheck('error', 'Secrets', `Other users can read them. Run: chmod 600 ${open.join(' ')}`);
  else reportCheck('ok', 'Secrets', 'No other user can read them.');

  const memory = Math.round(process.availableMemory() / megabyte);
  const more = memory > 300 ? '' : ' A running site needs 1000 MB, and a new release needs as much again.';
  reportCheck(memory > 300 ? 'ok' : 'warn', 'Memory', `${memory} MB are available.${more}`);
  if (!backup.folder)
    reportCheck(
      isLocal ? 'warn' : 'error',
      'Backup',
      'There are no backups. Set BACKUP_DIR to a folder on another disk.',
    );
  else if (statSync(backup.folder, { throwIfNoEntry: false })?.dev === statSync(dataDir).dev)
    reportCheck(
      'warn',
      'Backup',
      `${backup.folder} is on the same disk as the data. Use another disk, or copy the backups elsewhere.`,
    );
}
