import type Database from 'better-sqlite3';
import type { Lake } from './lake.ts';
import { second } from './units.ts';

/** Milliseconds for which a result is reused, as a check writes to the disk. */
const reuseTime = second;

/** Returns a function that returns '' if documents can be saved, and otherwise the reason why they cannot. */
export function readiness({ control, datasets }: Lake): () => string {
  let cached = { reason: '', until: 0 };
  return () => {
    if (performance.now() < cached.until) return cached.reason;
    const reasons = [control, ...datasets.all()].map(({ db }) => findWriteError(db));
    cached = { reason: reasons.filter(Boolean).join('\n'), until: performance.now() + reuseTime };
    return cached.reason;
  };
}

/** Writes one page without changing the data. Does not wait while another program locks the file. */
function findWriteError(db: Database.Database): string {
  const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
  const timeout = pragma('busy_timeout');
  try {
    db.pragma('busy_timeout = 0');
    db.transaction(() => db.pragma(`user_version = ${pragma('user_version')}`)).immediate();
    return '';
  } catch (error) {
    return `${db.name} cannot be written: ${error instanceof Error ? error.message : error}`;
  } finally {
    db.pragma(`busy_timeout = ${timeout}`);
  }
}
