import type Database from 'better-sqlite3';
import type { Datasets } from './store/datasets.ts';

const hour = 3_600_000;
/** Milliseconds for which the lake may have been off before the machine's clock proves nothing: 14 days, as for the site. */
const maxGap = 14 * 24 * hour;

/** Stores a time, in milliseconds since 1970, as the last one that was believed. */
export function trustClock(db: Database.Database, time = Date.now()) {
  db.prepare('INSERT OR REPLACE INTO clock (id, believed) VALUES (1, ?)').run(new Date(time).toISOString());
}

/**
 * Returns a function that checks whether the machine's clock may be believed by work that cannot be undone. The time of
 * the last check must be recent, or an administrator must have confirmed the clock since. Logs once when a doubt begins.
 * Call it before the first write: a lake of an earlier release was last used when its newest transaction was written.
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
    isDoubted = time - last > maxGap;
    if (isDoubted && !wasDoubted) console.error(clockWarning(time, last));
    // Not with each check: every write waits for the disk.
    if (!isDoubted && Math.abs(time - last) >= hour) trustClock(db, time);
    return !isDoubted;
  };
}

function clockWarning(time: number, last: number): string {
  const [now, then] = [time, last].map((one) => new Date(one).toISOString());
  return `By this machine's clock it is ${now}, and the content lake was last used on ${then}: no history is erased by age, and scheduled releases wait. If the clock is wrong, set it right: timedatectl set-ntp true. If it is right, say so: npm run lake -- clock-is-right`;
}
