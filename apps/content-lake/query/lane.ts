import { httpError, LakeError, typedError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { supervisedThread } from '../thread.ts';
import { tooMuchMemory } from './memory-limit.ts';
import type { FromWorker, QueryJob, QueryResult, ToWorker, WorkerData } from './protocol.ts';

/** Milliseconds after which a worker counts as hung, as queries have their own limit. */
const hangsAfter = 60_000;
/** Milliseconds in the queue. */
const maxWait = 30_000;

/**
 * Queued queries of one asker, milliseconds for one (less a part of what it has used), megabytes for all. A quick worker
 * gives `most` while nobody else waits: to start what needs a little more again and again, and end it, would take longer.
 */
type Limits = { waiting: number; most: number; least: number; part: number; heap: number; isQuick: boolean };

type Entry = {
  job: QueryJob;
  /** Aborted when the client disconnects. */
  left: AbortSignal | undefined;
  resolve: (result: QueryResult) => void;
  reject: (error: LakeError) => void;
  timer: NodeJS.Timeout;
  isLate: boolean;
  started: number;
};

const concurrencyError = typedError(
  429,
  'queryConcurrencyError',
  'Too many queries are running or waiting; try again in a moment',
);
/** From the quick worker. */
export const tooSlow = typedError(400, 'queryTimeoutError', 'The query takes too long');
const hung = typedError(400, 'queryTimeoutError', 'The query was ended: it takes too long');
const interrupted = httpError(503, 'The query was interrupted');
const waitedTooLong = httpError(503, 'The query waited too long for its turn; try again in a moment');
const stopping = httpError(503, 'The content lake is stopping');

export function laneOf(data: WorkerData, limits: Limits, onReady = () => {}) {
  const waiting = new FairQueue<Entry>();
  const worker = supervisedThread<ToWorker, FromWorker>(
    { name: 'query worker', script: new URL('./worker.ts', import.meta.url), heap: limits.heap, data },
    receive,
    (_reason, isMemory) => {
      isReady = false;
      settle(isMemory ? tooMuchMemory : interrupted);
    },
  );
  let isReady = false;
  let running: Entry | null = null;

  /** Rejects with a LakeError: `tooSlow` for a query beyond this worker's limit. */
  async function run(job: QueryJob, left?: AbortSignal): Promise<QueryResult> {
    if (waiting.of(job.identity).filter(isWanted).length >= limits.waiting) throw concurrencyError;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        entry.isLate = true;
        reject(waitedTooLong);
      };
      const timer = setTimeout(giveUp, maxWait).unref();
      const entry: Entry = { job, left, resolve, reject, timer, isLate: false, started: 0 };
      waiting.add(job.identity, entry);
      next();
    });
  }

  /** Lets the worker catch up while it is idle. */
  function read(datasetId: string, seq: number) {
    if (isReady) worker.tell({ kind: 'news', datasetId, seq });
  }

  async function close() {
    for (let entry = waiting.take(); entry; entry = waiting.take()) entry.reject(stopping);
    settle(stopping);
    await worker.close();
  }

  function receive(message: FromWorker) {
    if (message.kind === 'ready') {
      isReady = true;
      onReady();
    } else if (message.kind === 'error') settle(new LakeError(message.status, message.message, message.body));
    else if (message.kind === 'unfinished') settle(null);
    else settle(message.kind === 'late' ? tooSlow : message);
    next();
  }

  function next() {
    while (isReady && !running) {
      const entry = waiting.take();
      if (!entry) return;
      if (!isWanted(entry)) {
        entry.reject(interrupted);
        continue;
      }
      clearTimeout(entry.timer);
      entry.timer = setTimeout(() => {
        settle(hung);
        void worker.restart();
      }, hangsAfter).unref();
      running = entry;
      entry.started = performance.now();
      const { identity } = entry.job;
      const isAlone = limits.isQuick && waiting.isEmpty;
      const limit = isAlone ? limits.most : waiting.share(identity, limits);
      worker.tell({ kind: 'query', job: entry.job, limit });
    }
  }

  /** Null: it has made a part of what it needs, and goes on when it is its turn again. */
  function settle(result: QueryResult | LakeError | null) {
    const entry = running;
    if (!entry) return;
    clearTimeout(entry.timer);
    running = null;
    const { identity } = entry.job;
    const isTooMuch = !limits.isQuick || result === tooSlow;
    waiting.charge(identity, performance.now() - entry.started, isTooMuch);
    if (result === null) waiting.add(identity, entry);
    else if (result instanceof LakeError) entry.reject(result);
    else entry.resolve(result);
  }

  return { run, read, close };
}
export type Lane = ReturnType<typeof laneOf>;

const isWanted = ({ isLate, left }: Entry): boolean => !isLate && !left?.aborted;
