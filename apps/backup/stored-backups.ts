import { readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { day, minute } from '../environment/durations.ts';
import { encryptedEnding, readFirstFile } from './archive.ts';
import { manifestSchema } from './manifest.ts';

/** `age` is in milliseconds. It is negative for a backup dated in the future, whose real age is unknown. */
type Backup = { name: string; age: number };

const namePattern = /^backup-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)\.tar\.gz(\.age)?$/;
/** Milliseconds by which the clock may have been set back. */
const tolerance = minute;

/** `made` is an ISO date and time. */
export const backupName = (made: string, isEncrypted: boolean): string =>
  `backup-${made.replaceAll(/[:.]/g, '-')}.tar.gz${isEncrypted ? encryptedEnding : ''}`;

/** Lists finished backups, newest first. Their names tell their age: a copy may have lost its file times. */
export function listBackups(folder: string): Backup[] {
  try {
    return readdirSync(folder)
      .sort()
      .reverse()
      .flatMap((name) => {
        const age = Date.now() - Date.parse(name.replace(namePattern, '$1:$2:$3.$4'));
        return Number.isNaN(age) ? [] : [{ name, age: age > -tolerance ? Math.max(age, 0) : age }];
      });
  } catch {
    // The next backup reports why the folder cannot be read.
    return [];
  }
}

/** Results by file, size and time: reading a large backup takes minutes. */
const checked = new Map<string, Promise<boolean>>();

/** Whether a backup can be read to its end and was made at the moment that its name says. */
function isWhole(file: string, passphrase: string | undefined): Promise<boolean> {
  const stat = statSync(file, { throwIfNoEntry: false });
  const key = [file, stat?.size, stat?.mtimeMs, passphrase].join('\n');
  const result =
    checked.get(key) ??
    readFirstFile(file, passphrase)
      .then((text) => {
        const { made } = manifestSchema.parse(JSON.parse(text));
        return path.basename(file) === backupName(made, file.endsWith(encryptedEnding));
      })
      .catch(() => false);
  checked.set(key, result);
  return result;
}

/** Returns the newest whole backup, and the names of newer files that are damaged, renamed or have another passphrase. */
export async function findLastBackup(folder: string, passphrase: string | undefined) {
  const unreadable: string[] = [];
  for (const backup of listBackups(folder).filter(({ age }) => age >= 0)) {
    if (await isWhole(path.join(folder, backup.name), passphrase)) return { last: backup, unreadable };
    unreadable.push(backup.name);
  }
  return { last: undefined, unreadable };
}

/** Whether the last whole backup is at least a day old. */
export async function isBackupDue(folder: string, passphrase: string | undefined): Promise<boolean> {
  const { last } = await findLastBackup(folder, passphrase);
  return !last || last.age >= day;
}

/**
 * Deletes all but the newest `keep` backups, the newest of each of `keep` days, and the one named `last`. Returns how
 * many. Those dated in the future do not count: they would push out all newer backups.
 */
export function deleteOldBackups(folder: string, keep: number, last: string | undefined): number {
  const backups = listBackups(folder).filter(({ age }) => age >= 0);
  const days = [...Map.groupBy(backups, ({ name }) => name.slice(0, 'backup-2026-01-31'.length)).values()];
  const kept = new Set([
    ...backups.slice(0, keep),
    ...days.slice(0, keep).flatMap(([newest]) => newest ?? []),
  ]);
  const old = backups.filter((backup) => !kept.has(backup) && backup.name !== last);
  // Another backup may delete the same files.
  for (const { name } of old) rmSync(path.join(folder, name), { force: true });
  return old.length;
}
