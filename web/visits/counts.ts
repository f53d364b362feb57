import { sql } from 'kysely';
import { addDays, dayInIndia } from '#web/contracts/india.ts';
import type { VisitKind } from '#web/contracts/visit.ts';
import type { Database } from '#web/database/tables.ts';
import type { Source } from './source.ts';

export type VisitEvent = {
  path: string;
  source: Source | undefined;
  kind: VisitKind;
};

type Row = Omit<VisitEvent, 'source'> & { day: string; source: Source; times: number };

/** Days after which visit counts are deleted. */
export const retentionDays = 800;
/** Maximum sources per day. Any others are counted together, because clients can invent source names. */
const maxSources = 300;
const otherSources = 'others';
/** Maximum number of pending counts in memory while the ledger is not writable. */
const maxPending = 20_000;
/** Rows per SQL statement. */
const rowsPerStatement = 500;

/** Counts visits by day, page, source and kind, in memory until `flush`. Stores nothing about individuals. */
export class VisitCounts {
  /** Pending counts. The keys are the key columns of a row as JSON. */
  #pending = new Map<string, Row>();
  readonly #sources = { day: '', names: new Set<string>() };

  add(event: VisitEvent, now: number): void {
    const day = dayInIndia(now);
    const row = { ...event, day, source: this.#limited(day, event.source), times: 1 };
    this.#put(JSON.stringify([day, row.path, row.source, row.kind]), row);
  }

  /** Writes pending counts. After a failure they stay pending. */
  async flush(db: Database): Promise<void> {
    const flushed = this.#pending;
    this.#pending = new Map();
    // PostgreSQL locks rows in this order. A fixed order prevents deadlocks.
    const rows = [...flushed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    try {
      await db.transaction().execute(async (trx) => {
        for (let from = 0; from < rows.length; from += rowsPerStatement)
          await add(trx, rows.slice(from, from + rowsPerStatement));
      });
    } catch (error) {
      for (const [key, row] of flushed) this.#put(key, row);
      throw error;
    }
  }

  #put(key: string, row: Row) {
    const existing = this.#pending.get(key);
    if (existing) existing.times += row.times;
    else if (this.#pending.size < maxPending) this.#pending.set(key, row);
  }

  #limited(day: string, source: Source = ''): Source {
    const known = this.#sources;
    if (known.day !== day) {
      known.day = day;
      known.names.clear();
    }
    if (!known.names.has(source) && known.names.size >= maxSources) return otherSources;
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
        .columns(['day', 'path', 'source', 'kind'])
        .doUpdateSet({ times: sql<number>`visits.times + excluded.times` }),
    )
    .execute();
}

/** Deletes counts that are older than `retentionDays`. */
export async function deleteOldVisits(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('visits')
    .where('day', '<', addDays(dayInIndia(now), -retentionDays))
    .execute();
}
