import type Database from 'better-sqlite3';
import { packing } from './dataset-tables.ts';
import type { History } from './history.ts';
import { requireSteps } from './open.ts';
import { pack, type Stored } from './packing.ts';

/** Newest changes of a document that are kept whatever their age. */
const alwaysKept = 20;

/** Transactions whose sizes are added up at a time. */
const weighedAtOnce = 200;

/** Pages returned to the disk at a time. */
const pagesAtOnce = 500;

type StoredChange = {
  seq: number;
  position: number;
  id: string;
  timestamp: string;
  mutations: Stored;
  before: string | null;
  body: Stored | null;
};

/** How far the upkeep of a dataset has come in this process. */
export type Progress = {
  prunedTo: number;
  packedTo: { seq: number; position: number };
  /** Whether all that is old enough was packed once: before that, history is larger than it has to be. */
  isPacked: boolean;
  /** Bytes of the newest transactions, down to `seq`, and the time of the first one beyond the most there may be. */
  weighed?: { seq: number; bytes: number; excess: string; isDone: boolean } | undefined;
};
export const noProgress = (): Progress => ({
  prunedTo: 0,
  packedTo: { seq: 0, position: -1 },
  isPacked: false,
});

export function historyUpkeep(db: Database.Database, history: History, progress: Progress) {
  const sql = {
    // Never the newest one, from which numbering continues.
    next: db.prepare<[number], { seq: number; timestamp: string }>(
      `SELECT seq, timestamp FROM transactions
       WHERE seq > ? AND seq < (SELECT max(seq) FROM transactions) ORDER BY seq LIMIT 1`,
    ),
    changes: db.prepare<[number], { id: string }>('SELECT document_id AS id FROM changes WHERE seq = ?'),
    nextChange: db.prepare<[number, number], StoredChange>(
      `SELECT c.seq, position, document_id AS id, timestamp, mutations, before, body
       FROM changes c JOIN transactions t ON t.seq = c.seq
       WHERE (c.seq, position) > (?, ?) ORDER BY c.seq, position LIMIT 1`,
    ),
    sizes: db.prepare<[number, number], { seq: number; timestamp: string; bytes: number }>(
      `SELECT c.seq, timestamp, sum(coalesce(octet_length(body), 0) + octet_length(mutations)) AS bytes
       FROM changes c JOIN transactions t ON t.seq = c.seq WHERE c.seq < ?
       GROUP BY c.seq ORDER BY c.seq DESC LIMIT ?`,
    ),
    replace: db.prepare<[Stored, Stored | null, number, number]>(
      // As a new row: one that shrinks in its place leaves the rest of its page empty.
      `INSERT OR REPLACE INTO changes (seq, position, document_id, mutations, body, before)
       SELECT seq, position, document_id, ?, ?, before FROM changes WHERE seq = ? AND position = ?`,
    ),
    newer: db.prepare<[string, number, number], { count: number }>(
      'SELECT count(*) AS count FROM (SELECT 1 FROM changes WHERE document_id = ? AND seq > ? LIMIT ?)',
    ),
    deletedBefore: db.prepare<[string, string], { yes: number }>(
      `SELECT 1 AS yes FROM changes c JOIN transactions t ON t.seq = c.seq
       WHERE c.document_id = ? AND c.body IS NULL AND t.timestamp < ?
       AND c.seq = (SELECT max(seq) FROM changes WHERE document_id = c.document_id)`,
    ),
    // The next change keeps the state before it, so that it does not look like a creation; one that has a nearer one
    // keeps that, against which it may be packed.
    handDown: db.prepare<[string | null, string, string, number]>(
      `UPDATE changes SET before = ?
       WHERE before IS NULL AND document_id = ? AND seq = (SELECT min(seq) FROM changes WHERE document_id = ? AND seq > ?)`,
    ),
    removeChanges: db.prepare<[number]>('DELETE FROM changes WHERE seq = ?'),
    remove: db.prepare<[number]>('DELETE FROM transactions WHERE seq = ?'),
  };

  function isLarge(most: number): boolean {
    const pages = Number(db.pragma('page_count', { simple: true }));
    return progress.isPacked && pages * Number(db.pragma('page_size', { simple: true })) > most;
  }

  /** Adds up sizes, newest first, until a `performance.now()`. */
  function weigh(most: number, until: number) {
    progress.weighed ??= { seq: Number.MAX_SAFE_INTEGER, bytes: 0, excess: '', isDone: !isLarge(most) };
    const { weighed } = progress;
    while (!weighed.isDone && performance.now() < until) {
      const rows = sql.sizes.all(weighed.seq, weighedAtOnce);
      for (const { seq, timestamp, bytes } of rows) {
        weighed.seq = seq;
        weighed.bytes += bytes;
        if (weighed.bytes > most) weighed.excess ||= timestamp;
      }
      weighed.isDone = weighed.excess !== '' || rows.length < weighedAtOnce;
    }
    return weighed;
  }

  /**
   * Removes a transaction once each change is older than `aged` (ISO 8601), or beyond `most` bytes, with `alwaysKept`
   * newer ones, or of a deleted document. Works for `budget` milliseconds. Returns whether that was all.
   */
  function prune(aged: string, most: number, budget: number): boolean {
    const until = performance.now() + budget;
    const { excess, isDone } = weigh(most, until);
    if (!isDone) return false;
    const limit = aged > excess ? aged : excess;
    const last = db
      .transaction(() => {
        let at = progress.prunedTo;
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
    progress.prunedTo = last ?? 0;
    if (last === undefined) progress.weighed = undefined;
    return last === undefined;
  }

  /** Puts differences in place of states before `limit` (ISO 8601), for `budget` milliseconds. Returns whether all are. */
  function packBefore(limit: string, budget: number): boolean {
    const until = performance.now() + budget;
    const { at, isDone } = db
      .transaction(() => {
        let at = progress.packedTo;
        while (performance.now() < until) {
          const next = sql.nextChange.get(at.seq, at.position);
          if (!next || next.timestamp >= limit) return { at, isDone: true };
          packChange(next);
          at = { seq: next.seq, position: next.position };
        }
        return { at, isDone: false };
      })
      .immediate();
    progress.packedTo = at;
    progress.isPacked ||= isDone;
    return isDone;
  }

  function packChange(stored: StoredChange) {
    const { seq, position, id, mutations, body } = stored;
    if (typeof body !== 'string' && typeof mutations !== 'string') return;
    const state = typeof body === 'string' ? pack(body, history.stateBefore(stored)) : null;
    const after = history.textAfter(id, seq);
    const change =
      typeof mutations === 'string' ? pack(mutations, after ? { stored: after, text: after } : null) : null;
    if (!state && !change) return;
    requireSteps(db, packing);
    sql.replace.run(change ?? mutations, state ?? body, seq, position);
  }

  /** Returns free pages to the disk. Returns whether there are no more. */
  function shrink(): boolean {
    const free = Number(db.pragma('freelist_count', { simple: true }));
    // A small remainder is reused soon.
    const total = Number(db.pragma('page_count', { simple: true }));
    if (free < pagesAtOnce || free * 10 < total) return true;
    db.pragma(`incremental_vacuum(${pagesAtOnce})`);
    // The file shrinks on a checkpoint; PASSIVE waits for no reader.
    db.pragma('wal_checkpoint(PASSIVE)');
    return Number(db.pragma('freelist_count', { simple: true })) >= free;
  }

  function mayGo({ id }: { id: string }, seq: number, limit: string): boolean {
    return (
      sql.newer.get(id, seq, alwaysKept)?.count === alwaysKept ||
      sql.deletedBefore.get(id, limit) !== undefined
    );
  }

  function remove(seq: number, changes: { id: string }[]) {
    for (const { id } of changes) sql.handDown.run(history.textAfter(id, seq), id, id, seq);
    sql.removeChanges.run(seq);
    sql.remove.run(seq);
  }

  return { prune, packBefore, shrink };
}
