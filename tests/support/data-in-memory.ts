import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';

/** Linux's file system in memory. */
const memory = '/dev/shm';
/** Bytes for the data of all stacks that run at a time, browsers included. */
const needed = 4 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    // As containers mount it, where nothing that a test writes can be started.
    const isNoexec = new RegExp(`^\\S+ ${memory} \\S+ \\S*\\bnoexec\\b`, 'm').test(
      readFileSync('/proc/self/mounts', 'utf8'),
    );
    return bavail * bsize >= needed && !isNoexec;
  } catch {
    return false;
  }
}

/**
 * Returns environment variables that put all temporary folders of a run's tests in memory; none where there is no room. A
 * ledger waits for the disk with each write, which takes most of a test's time. The folder is removed when this process ends.
 */
export function dataInMemory(): { TMPDIR?: string } {
  // Workers of Playwright read its configuration again.
  const { TMPDIR } = process.env;
  if (TMPDIR?.startsWith(memory)) return { TMPDIR };
  if (!hasRoom()) return {};
  const folder = mkdtempSync(`${memory}/agency-tests-`);
  // PostgreSQL runs as somebody else.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { TMPDIR: folder };
}
