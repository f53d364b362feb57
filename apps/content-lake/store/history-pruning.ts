import type Database from 'better-sqlite3';

/** Newest changes of a document that stay however old they are; the last of them is its present state. */
const alwaysKept = 20;

/** Pages of the file that are given back to the disk at a time. */
const pagesAtOnce = 500;

type ChangeRow = { document_id: string; body: string | null };

/**
 * Forgets old history. A transaction goes as a whole, once each of its changes is older than the limit and has
 * `alwaysKept` newer ones, or its document was deleted before the limit. What then is a document's oldest change keeps
 * the state before it, so that it does not look like the creation.
 */
export function historyPruning(db: Database.Database) {
  const sql = {
    // The newest transaction stays whatever it is: numbers of transactions must go on from it.
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
    handDown: db.prepare<[string | null, string, string, number]>(
      `UPDATE changes SET before = ?
       WHERE document_id = ? AND seq = (SELECT min(seq) FROM changes WHERE document_id = ? AND seq > ?)`,
    ),
    removeChanges: db.prepare<[number]>('DELETE FROM changes WHERE seq = ?'),
    remove: db.prepare<[number]>('DELETE FROM transactions WHERE seq = ?'),
  };

  /** Removes what may go before `limit` (ISO 8601), for `budget` milliseconds. Returns where to go on, if anywhere. */
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

  /** Gives a part of the emptied file back to the disk. Returns whether there is more to give. */
  function shrink(): boolean {
    const free = Number(db.pragma('freelist_count', { simple: true }));
    // The fraction that stays is written over soon.
    const total = Number(db.pragma('page_count', { simple: true }));
    if (free < pagesAtOnce || free * 10 < total) return false;
    db.pragma(`incremental_vacuum(${pagesAtOnce})`);
    // The file itself gets shorter when the log of recent writes is carried over; nobody is waited for.
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
