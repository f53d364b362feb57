import type Database from 'better-sqlite3';
import type { History } from './history.ts';
import { historyUnpacker, type UnpackProgress } from './unpack-history.ts';

/** Number of newest changes to retain per document, whatever their age. */
const minChanges = 20;
const measureBatch = 200;
const vacuumBatch = 500;

export type HistoryLimits = {
  /** ISO 8601; older changes are removed. Empty for no limit. */
  removeBefore: string;
  /** The oldest changes are removed until the rest is at most this large. */
  maxBytes: number;
};

/** Properties that end in `To` hold the sequence number that a step has reached. */
const initialProgress = {
  step: 0,
  measuredTo: Number.MAX_SAFE_INTEGER,
  /** Bytes of the transactions from `measuredTo` on. Transactions up to `excess` are beyond the size limit. */
  measuredBytes: 0,
  excess: 0,
  prunedTo: 0,
};
export type Progress = typeof initialProgress & { unpackedTo: UnpackProgress };
export const newProgress = (): Progress => ({ ...initialProgress, unpackedTo: { seq: 0, position: -1 } });

/** SQL for the bytes of a column. Packed texts count with their unpacked size. */
const bytesOf = (column: string) =>
  `iif(typeof(${column}) = 'blob', unpacked_size(${column}), coalesce(octet_length(${column}), 0))`;

/** Removes old history in short steps, as writes wait during a step. */
export class HistoryPruner {
  readonly #db: Database.Database;
  readonly #history: History;
  readonly #progress: Progress;
  readonly #unpacking;
  readonly #sql;

  /** Updates `progress`, so that another instance can continue. */
  constructor(db: Database.Database, history: History, progress: Progress) {
    this.#db = db;
    this.#history = history;
    this.#progress = progress;
    this.#unpacking = historyUnpacker(db, history, progress.unpackedTo);
    this.#sql = {
      sizes: db.prepare<[number, number], { seq: number; bytes: number }>(
        `SELECT seq, sum(${['mutations', 'body', 'before'].map(bytesOf).join(' + ')}) AS bytes
         FROM changes WHERE seq < ? GROUP BY seq ORDER BY seq DESC LIMIT ?`,
      ),
      // Excludes the newest transaction, as numbering continues from it.
      next: db.prepare<[number], { seq: number; timestamp: string }>(
        `SELECT seq, timestamp FROM transactions
         WHERE seq > ? AND seq < (SELECT max(seq) FROM transactions) ORDER BY seq LIMIT 1`,
      ),
      newer: db.prepare<[string, number, number], { count: number }>(
        'SELECT count(*) AS count FROM (SELECT 1 FROM changes WHERE document_id = ? AND seq > ? LIMIT ?)',
      ),
      deletedBefore: db.prepare<[string, string, number], { yes: number }>(
        `SELECT 1 AS yes FROM changes c JOIN transactions t ON t.seq = c.seq
         WHERE c.document_id = ? AND c.body IS NULL AND (t.timestamp < ? OR t.seq <= ?)
         AND c.seq = (SELECT max(seq) FROM changes WHERE document_id = c.document_id)`,
      ),
      // Stores the state before the next change, which would otherwise look like a creation.
      handDown: db.prepare<[string | null, string, string, number]>(
        `UPDATE changes SET before = ?
         WHERE before IS NULL AND document_id = ? AND seq = (SELECT min(seq) FROM changes WHERE document_id = ? AND seq > ?)`,
      ),
      removeChanges: db.prepare<[number]>('DELETE FROM changes WHERE seq = ?'),
      remove: db.prepare<[number]>('DELETE FROM transactions WHERE seq = ?'),
    };
  }

  /** Works for `budget` milliseconds. Returns whether the run is complete; the next call then starts a new run. */
  run(limits: HistoryLimits, budget: number): boolean {
    const until = performance.now() + budget;
    const steps = [
      () => this.#measure(limits.maxBytes, until),
      () => this.#prune(limits.removeBefore, until),
      // Unpacks after pruning, so that unpacked texts never exceed the limit.
      () => this.#unpacking.unpack(until),
      () => this.#shrink(),
    ];
    while (steps[this.#progress.step]?.()) this.#progress.step += 1;
    const isDone = this.#progress.step === steps.length;
    if (isDone) Object.assign(this.#progress, initialProgress);
    return isDone;
  }

  #measure(maxBytes: number, until: number): boolean {
    const progress = this.#progress;
    if (!this.#unpacking.isNeeded() && this.#pragma('page_count') * this.#pragma('page_size') <= maxBytes)
      return true;
    while (performance.now() < until) {
      const rows = this.#sql.sizes.all(progress.measuredTo, measureBatch);
      for (const { seq, bytes } of rows) {
        progress.measuredTo = seq;
        progress.measuredBytes += bytes;
        if (progress.measuredBytes > maxBytes) progress.excess ||= seq;
      }
      if (progress.excess > 0 || rows.length < measureBatch) return true;
    }
    return false;
  }

  /** Removes transactions before `removeBefore` or beyond the size limit, if all their changes are removable. */
  #prune(removeBefore: string, until: number): boolean {
    const { excess, prunedTo } = this.#progress;
    const prune = this.#db.transaction(() => {
      let at = prunedTo;
      while (performance.now() < until) {
        const next = this.#sql.next.get(at);
        // Times rise with sequence numbers, so all following transactions are newer.
        if (!next || (next.timestamp >= removeBefore && next.seq > excess)) return { at, isDone: true };
        at = next.seq;
        const ids = this.#history.changedIds(at).map(({ id }) => id);
        if (ids.every((id) => this.#isRemovable(id, at, removeBefore))) this.#remove(at, ids);
      }
      return { at, isDone: false };
    });
    const { at, isDone } = prune.immediate();
    this.#progress.prunedTo = at;
    return isDone;
  }

  /** Returns whether a document has enough newer changes, or its deletion is old enough to be removed. */
  #isRemovable(id: string, seq: number, removeBefore: string): boolean {
    return (
      this.#sql.newer.get(id, seq, minChanges)?.count === minChanges ||
      this.#sql.deletedBefore.get(id, removeBefore, this.#progress.excess) !== undefined
    );
  }

  #remove(seq: number, ids: string[]) {
    for (const id of ids) this.#sql.handDown.run(this.#history.textAfter(id, seq), id, id, seq);
    this.#sql.removeChanges.run(seq);
    this.#sql.remove.run(seq);
  }

  /** Shrinks the file by its free pages, unless these are few and will soon be reused. */
  #shrink(): boolean {
    const free = this.#pragma('freelist_count');
    if (free < vacuumBatch || free * 10 < this.#pragma('page_count')) return true;
    this.#db.pragma(`incremental_vacuum(${vacuumBatch})`);
    // A checkpoint shrinks the file. PASSIVE does not wait for readers.
    this.#db.pragma('wal_checkpoint(PASSIVE)');
    return this.#pragma('freelist_count') >= free;
  }

  #pragma(name: string): number {
    return Number(this.#db.pragma(name, { simple: true }));
  }
}
