import type Database from 'better-sqlite3';

/** Newest changes of a document that are kept whatever their age. */
const alwaysKept = 20;

/** Pages returned to the disk at a time. */
const pagesAtOnce = 500;

type ChangeRow = { document_id: string; body: string | null };

/** Removes a transaction once each change is past the limit with `alwaysKept` newer ones, or of a deleted document. */
export function historyPruning(db: Database.Database) {
  const sql = {
    // Never the newest one, from which numbering continues.
    next: db.prepare<[number], { seq: number; timestamp: string }>(
      `SELECT seq, timestamp FROM transactions
       WHERE seq > ? AND seq < (SELECT max(seq) FROM transactions) ORDER BY seq LIMIT 1`,
    ),
    changes: db.prepare<[number], ChangeRow>('SELECT document_id, body FROM changes WHERE seq = ?'),
    newer: db.prepare<[string, number, number], { count: number }>(
      'SELECT count(*) AS count FROM (SELECT 1 FROM changes WHERE document_id = ? AND seq > ? LIMIT ?)',
    ),
    deletedBefore: db.prepare<[string, string], { yes: number }>(
      `SELECT 1 AS yes FROM changes c JOIN transactions t ON t.seq = c.seq
       WHERE c.document_id = ? AND c.body IS NULL AND t.timestamp < ?
       AND c.seq = (SELECT max(seq) FROM changes WHERE document_id = c.document_id)`,
    ),
    // The next change keeps the state before it, so that it does not look like a creation.
    handDown: db.prepare<[string | null, string, string, number]>(
      `UPDATE changes SET before = ?
       WHERE document_id = ? AND seq = (SELECT min(seq) FROM changes WHERE document_id = ? AND seq > ?)`,
    ),
    removeChanges: db.prepare<[number]>('DELETE FROM changes WHERE seq = ?'),
    remove: db.prepare<[number]>('DELETE FROM transactions WHERE seq = ?'),
  };

  /** Prunes before `limit` (ISO 8601) for `budget` milliseconds. Returns where to go on, if anywhere. */
  function prune(seq: number, limit: string, budget: number): number | undefined {
    const until = performance.now() + budget;
    return db
      .transaction(() => {
        let at = seq;
        while (performance.now() < until) {
          const next = sql.next.get(at);
          // Times rise with the numbers, so all that follow are younger.
          if (!next || next.timestamp >= limit) return undefined;
          at = next.seq;
          const changes = sql.changes.all(at);
          if (changes.every((change) => mayGo(change, at, limit))) remove(at, changes);
        }
        return at;
      })
      .immediate();
  }

  /** Returns free pages to the disk, and whether there are more. */
  function shrink(): boolean {
    const free = Number(db.pragma('freelist_count', { simple: true }));
    // A small remainder is reused soon.
    const total = Number(db.pragma('page_count', { simple: true }));
    if (free < pagesAtOnce || free * 10 < total) return false;
    db.pragma(`incremental_vacuum(${pagesAtOnce})`);
    // The file shrinks on a checkpoint; PASSIVE waits for no reader.
    db.pragma('wal_checkpoint(PASSIVE)');
    return Number(db.pragma('freelist_count', { simple: true })) < free;
  }

  function mayGo({ document_id: id }: ChangeRow, seq: number, limit: string): boolean {
    return (
      sql.newer.get(id, seq, alwaysKept)?.count === alwaysKept ||
      sql.deletedBefore.get(id, limit) !== undefined
    );
  }

  function remove(seq: number, changes: ChangeRow[]) {
    for (const { document_id: id, body } of changes) sql.handDown.run(body, id, id, seq);
    sql.removeChanges.run(seq);
    sql.remove.run(seq);
  }

  return { prune, shrink };
}
