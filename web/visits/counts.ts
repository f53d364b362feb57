import { sql } from 'kysely';
import { addDays, dayInIndia } from '#web/contracts/india.ts';
import type { VisitKind } from '#web/contracts/visit.ts';
import type { Database } from '#web/database/tables.ts';
import type { Source } from './source.ts';

export type Seen = {
  path: string;
  source: Source | undefined;
  device: 'phone' | 'computer';
  kind: VisitKind;
};

type Row = Omit<Seen, 'source'> & { day: string; source: Source; times: number };

/** Days for which sums are kept. */
export const keptDays = 800;
/** Anybody can make up names: further sources of a day count as one. */
const mostSources = 300;
const otherSources = 'others';
/** Sums in memory, while the ledger takes none. */
const mostWaiting = 20_000;
/** Rows of one statement. */
const atOnce = 500;

/** Sums of visits by day, page, source and kind of device, which hold nobody. They wait in memory for `flush`. */
export class VisitCounts {
  /** By the row's columns but the last, as JSON. */
  #waiting = new Map<string, Row>();
  readonly #sources = { day: '', names: new Set<string>() };

  add(seen: Seen, now: number): void {
    const day = dayInIndia(now);
    const row = { ...seen, day, source: this.#known(day, seen.source), times: 1 };
    this.#put(JSON.stringify([day, row.path, row.source, row.device, row.kind]), row);
  }

  /** Writes what waits. After a failure it waits on. */
  async flush(db: Database): Promise<void> {
    const taken = this.#waiting;
    this.#waiting = new Map();
    // Always in this order, in which PostgreSQL locks.
    const rows = [...taken].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    try {
      await db.transaction().execute(async (trx) => {
        for (let from = 0; from < rows.length; from += atOnce)
          await add(trx, rows.slice(from, from + atOnce));
      });
    } catch (error) {
      for (const [key, row] of taken) this.#put(key, row);
      throw error;
    }
  }

  #put(key: string, row: Row) {
    const before = this.#waiting.get(key);
    if (before) before.times += row.times;
    else if (this.#waiting.size < mostWaiting) this.#waiting.set(key, row);
  }

  #known(day: string, source: Source = ''): Source {
    const known = this.#sources;
    if (known.day !== day) {
      known.day = day;
      known.names.clear();
    }
    if (!known.names.has(source) && known.names.size >= mostSources) return otherSources;
    known.names.add(source);
    return source;
  }
}

function add(db: Database, rows: Row[]) {
  return db
    .insertInto('visits')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'path', 'source', 'device', 'kind'])
        .doUpdateSet({ times: sql<number>`visits.times + excluded.times` }),
    )
    .execute();
}

/** Deletes the sums of days that are long over. */
export async function forgetVisits(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('visits')
    .where('day', '<', addDays(dayInIndia(now), -keptDays))
    .execute();
}
