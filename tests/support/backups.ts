import path from 'node:path';
import { pack } from '../../apps/backup/archive.ts';
import { manifestName } from '../../apps/backup/manifest.ts';
import { backupName } from '../../apps/backup/stored-backups.ts';

/** Returns the name of a backup that was made some hours ago. */
export const nameOfBackup = (hoursAgo: number, now = Date.now()): string =>
  backupName(new Date(now - hoursAgo * 3_600_000).toISOString(), false);

/** Writes a whole backup without data that was made some hours ago, and returns its path. */
export async function writeBackup(to: string, hoursAgo: number, passphrase?: string): Promise<string> {
  const made = new Date(Date.now() - hoursAgo * 3_600_000).toISOString();
  const file = path.join(to, backupName(made, Boolean(passphrase)));
  const content = JSON.stringify({ made, files: 1, proof: {} });
  await pack([{ type: 'content', target: manifestName, content }], file, passphrase);
  return file;
}
