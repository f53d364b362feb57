import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';

/** Linux's in-memory file system. */
const memory = '/dev/shm';
/** Bytes for the data of all stacks and browsers that run at once. */
const required = 4 * 1024 ** 3;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    // Containers mount it with noexec: then programs that a test writes cannot start.
    const isNoexec = new RegExp(`^\\S+ ${memory} \\S+ \\S*\\bnoexec\\b`, 'm').test(
      readFileSync('/proc/self/mounts', 'utf8'),
    );
    return bavail * bsize >= required && !isNoexec;
  } catch {
    return false;
  }
}

/**
 * Returns environment variables that put all temporary folders of a test run in memory, or none without enough memory. On a
 * disk, most of a test's time goes into the ledger's writes. The folder is deleted when this process ends.
 */
export function dataInMemory(): { TMPDIR?: string } {
  // Playwright's workers read the configuration again.
  const { TMPDIR } = process.env;
  if (TMPDIR?.startsWith(memory)) return { TMPDIR };
  if (!hasRoom()) return {};
  const folder = mkdtempSync(`${memory}/agency-tests-`);
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return { TMPDIR: folder };
}
