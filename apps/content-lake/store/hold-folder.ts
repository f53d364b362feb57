import Database from 'better-sqlite3';
import { folderSetting, StartError } from '../errors.ts';

/**
 * Makes sure that one lake alone uses a folder, for as long as it runs: an open exclusive transaction, which the
 * operating system ends with the process, however it dies. Returns the function that lets go.
 */
export function holdFolder(lockFile: string): () => void {
  const db = new Database(lockFile, { timeout: 1000 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch {
    db.close();
    throw new StartError(
      `Another content lake is running on this folder (${lockFile} is locked). Stop it, or set ${folderSetting} to another folder.`,
    );
  }
  return () => db.close();
}
