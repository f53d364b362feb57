import { setImmediate } from 'node:timers/promises';
import type { Dataset } from './dataset.ts';

/** Number of newest changes to retain per document, whatever their age. */
const minChanges = 20;
/** Other work runs after each batch of transactions, and of pages. */
const batch = { transactions: 20, pages: 500 };

type HistoryLimits = {
  /** ISO 8601; older changes are removed. Empty for no limit. */
  removeBefore: string;
  /** The oldest changes are removed until the rest is at most this large. */
  maxBytes: number;
};

/** Removes old history and returns its pages to the disk. Rejects if `signal` aborts. */
export async function pruneHistory(dataset: Dataset, limits: HistoryLimits, signal: AbortSignal) {
  const { db } = dataset;
  const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
  const yieldToOthers = () => setImmediate(undefined, { signal });
  const isTooLarge = pragma('page_count') * pragma('page_size') > limits.maxBytes;
  const excess = isTooLarge ? await findExcess(dataset, limits.maxBytes, yieldToOthers) : 0;
  const age = [limits.removeBefore, excess] as const;

  // Times rise with sequence numbers. The newest transaction stays, as numbering continues from it.
  const old = db
    .prepare<[number, string, number], number>(
      `SELECT seq FROM (SELECT seq, timestamp FROM transactions WHERE seq > ? ORDER BY seq LIMIT ${batch.transactions})
       WHERE (timestamp < ? OR seq <= ?) AND seq < (SELECT max(seq) FROM transactions)`,
    )
    .pluck();
  // A change stays while its document has too few newer ones, unless the document was deleted long ago.
  const hasRetained = db.prepare<[number, string, number]>(
    `SELECT 1 FROM changes c WHERE c.seq = ? AND ${minChanges} >
       (SELECT count(*) FROM (SELECT 1 FROM changes WHERE document_id = c.document_id AND seq > c.seq LIMIT ${minChanges}))
     AND NOT EXISTS (
       SELECT 1 FROM changes last JOIN transactions t ON t.seq = last.seq
       WHERE last.document_id = c.document_id AND last.body IS NULL AND (t.timestamp < ? OR t.seq <= ?)
       AND last.seq = (SELECT max(seq) FROM changes WHERE document_id = c.document_id))`,
  );
  const removal = [
    // Stores the state before the next change, which would otherwise look like a creation.
    `UPDATE changes AS next SET before = c.body FROM changes AS c
     WHERE c.seq = ? AND next.before IS NULL AND next.document_id = c.document_id
     AND next.seq = (SELECT min(seq) FROM changes WHERE document_id = c.document_id AND seq > c.seq)`,
    'DELETE FROM changes WHERE seq = ?',
    'DELETE FROM transactions WHERE seq = ?',
  ].map((sql) => db.prepare<[number]>(sql));
  const removeFrom = db.transaction((transactions: number[]) => {
    for (const seq of transactions.filter((one) => !hasRetained.get(one, ...age)))
      for (const statement of removal) statement.run(seq);
  });
  for (let some = old.all(0, ...age); some.length > 0; some = old.all(some.at(-1) ?? 0, ...age)) {
    removeFrom(some);
    await yieldToOthers();
  }

  // Shrinks the file by its free pages, unless these are few and will soon be reused.
  while (pragma('freelist_count') > Math.max(batch.pages, pragma('page_count') / 10)) {
    db.pragma(`incremental_vacuum(${batch.pages})`);
    // A checkpoint shrinks the file. PASSIVE does not wait for readers.
    db.pragma('wal_checkpoint(PASSIVE)');
    await yieldToOthers();
  }
}

/** Returns the newest transaction beyond the size limit, or 0. */
async function findExcess({ db }: Dataset, maxBytes: number, yieldToOthers: () => Promise<unknown>) {
  const bytes = ['mutations', 'body', 'before'].map((column) => `coalesce(octet_length(${column}), 0)`);
  const sizes = db.prepare<[number], { seq: number; bytes: number }>(
    `SELECT seq, sum(${bytes.join(' + ')}) AS bytes FROM changes
     WHERE seq < ? GROUP BY seq ORDER BY seq DESC LIMIT ${batch.transactions}`,
  );
  let total = 0;
  for (
    let rows = sizes.all(Number.MAX_SAFE_INTEGER);
    rows.length > 0;
    rows = sizes.all(rows.at(-1)?.seq ?? 0)
  ) {
    for (const row of rows) {
      total += row.bytes;
      if (total > maxBytes) return row.seq;
    }
    await yieldToOthers();
  }
  return 0;
}
