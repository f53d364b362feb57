import type Database from 'better-sqlite3';
import type { Datasets } from './store/datasets.ts';
import { day, hour } from './units.ts';

/** The clock is trusted without confirmation for this long after the lake's last use. The site has the same limit. */
const longestGap = 14 * day;

/** Stores a time (milliseconds since 1970) as trusted. */
export function trustClock(db: Database.Database, time = Date.now()) {
  db.prepare('INSERT OR REPLACE INTO clock (id, believed) VALUES (1, ?)').run(new Date(time).toISOString());
}

/**
 * Returns a function that checks whether irreversible work may trust the machine's clock: the last trusted time must be
 * recent, or an administrator must have confirmed the clock. Logs a warning when the clock becomes untrusted. Call
 * `clockGuard` before the first write: if no trusted time is stored, it stores the time of the newest transaction.
 */
export function clockGuard(db: Database.Database, datasets: Datasets): () => boolean {
  const lastTrusted = () =>
    db.prepare<[], { believed: string }>('SELECT believed FROM clock').get()?.believed;
  const newest = datasets.all().flatMap(({ history, seq }) => history.at(seq)?.timestamp ?? []);
  if (!lastTrusted()) trustClock(db, newest.length > 0 ? Math.max(...newest.map(Date.parse)) : Date.now());
  let isDoubted = false;
  return () => {
    const time = Date.now();
    const last = Date.parse(lastTrusted() ?? '');
    const wasDoubted = isDoubted;
    isDoubted = time - last > longestGap;
    if (isDoubted && !wasDoubted) console.error(clockWarning(time, last));
    // Stores the time at most once an hour, as every write waits for the disk.
    if (!isDoubted && Math.abs(time - last) >= hour) trustClock(db, time);
    return !isDoubted;
  };
}

function clockWarning(time: number, last: number): string {
  const [now, then] = [time, last].map((one) => new Date(one).toISOString());
  return `This machine's clock says ${now}, but the content lake was last used on ${then}. Until the clock is confirmed, no history is erased by age and no scheduled release is published. If the clock is wrong, correct it: timedatectl set-ntp true. If it is right, confirm it: npm run lake -- clock-is-right`;
}
