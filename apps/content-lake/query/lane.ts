import { LRUCache } from 'lru-cache';
import { httpError, LakeError, typedError } from '../errors.ts';
import { supervisedThread } from '../thread.ts';
import type { FromWorker, QueryJob, QueryResult, ToWorker, WorkerData } from './protocol.ts';

/** Megabytes: a result may be large. */
const workerHeap = 1024;
/** Milliseconds after which a worker counts as hung, as queries have their own limit. */
const hangsAfter = 60_000;
/** Milliseconds in the queue. */
const maxWait = 60_000;
/** A query counts against its client for this many times its duration. */
const forgetting = 6;

type Limits = { waiting: number; most: number; least: number };

type Entry = {
  job: QueryJob;
  /** Aborted when the client disconnects. */
  left: AbortSignal | undefined;
  /** Whether the same query has since proved too slow. */
  isSlow: () => boolean;
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
const tooMuchMemory = typedError(400, 'queryEvaluationError', 'The query needs too much memory');
/** From the quick worker. `heldUp`: not by the query's own work. */
export const tooSlow = typedError(400, 'queryTimeoutError', 'The query takes too long');
export const heldUp = typedError(400, 'queryTimeoutError', 'The query takes too long at the moment');
const hung = typedError(400, 'queryTimeoutError', 'The query was ended: it takes too long');
const interrupted = httpError(503, 'The query was interrupted');
const waitedTooLong = httpError(503, 'The query waited too long for its turn; try again in a moment');
const stopping = httpError(503, 'The content lake is stopping');

/** A worker with a fair queue: clients take turns. */
export function laneOf(data: WorkerData, limits: Limits, onReady = () => {}) {
  /** By client, in turn order. */
  const waiting = new Map<string, Entry[]>();
  const worker = supervisedThread<ToWorker, FromWorker>(
    { name: 'query worker', script: new URL('./worker.ts', import.meta.url), heap: workerHeap, data },
    receive,
    (_reason, isMemory) => {
      isReady = false;
      settle(isMemory ? tooMuchMemory : interrupted);
    },
  );
  let isReady = false;
  let running: Entry | null = null;
  /** When (`performance.now()`) a client's used time is forgotten. */
  const busyUntil = new LRUCache<string, number>({ max: 1000 });

  /** Rejects with a LakeError: `tooSlow` or `heldUp` for a query beyond this worker's limit. */
  async function run(job: QueryJob, left?: AbortSignal, isSlow = () => false): Promise<QueryResult> {
    const own = waiting.get(job.identity)?.filter(isWanted) ?? [];
    if (own.length >= limits.waiting) throw concurrencyError;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        entry.isLate = true;
        reject(waitedTooLong);
      };
      const timer = setTimeout(giveUp, maxWait).unref();
      const entry: Entry = { job, left, isSlow, resolve, reject, timer, isLate: false, started: 0 };
      waiting.set(job.identity, [...own, entry]);
      next();
    });
  }

  /** Lets the worker catch up while it is idle. */
  function read(datasetId: string, seq: number) {
    if (isReady) worker.tell({ kind: 'news', datasetId, seq });
  }

  async function close() {
    for (let entry = take(); entry; entry = take()) entry.reject(stopping);
    settle(stopping);
    await worker.close();
  }

  function receive(message: FromWorker) {
    if (message.kind === 'ready') {
      isReady = true;
      onReady();
    } else if (message.kind === 'error') settle(new LakeError(message.status, message.message, message.body));
    else settle(message.kind !== 'late' ? message : message.isSlow ? tooSlow : heldUp);
    // After the client has recorded it as slow, as the same query may be queued.
    setImmediate(() => next());
  }

  function next() {
    while (isReady && !running) {
      const entry = take();
      if (!entry) return;
      if (!isWanted(entry) || entry.isSlow()) {
        entry.reject(isWanted(entry) ? tooSlow : interrupted);
        continue;
      }
      entry.timer = setTimeout(() => {
        settle(hung);
        void worker.restart();
      }, hangsAfter).unref();
      running = entry;
      entry.started = performance.now();
      worker.tell({ kind: 'query', job: entry.job, limit: limitFor(entry.job.identity) });
    }
  }

  function limitFor(asker: string): number {
    const taken = ((busyUntil.get(asker) ?? 0) - performance.now()) / forgetting;
    return Math.max(limits.least, Math.floor(limits.most - Math.max(0, taken)));
  }

  function take(): Entry | undefined {
    for (const [asker, [first, ...others]] of waiting) {
      waiting.delete(asker);
      if (others.length > 0) waiting.set(asker, others);
      clearTimeout(first?.timer);
      return first;
    }
    return undefined;
  }

  function settle(result: QueryResult | LakeError) {
    const entry = running;
    if (!entry) return;
    clearTimeout(entry.timer);
    const { identity } = entry.job;
    const now = performance.now();
    const counted = (now - entry.started) * forgetting;
    busyUntil.set(identity, Math.max(busyUntil.get(identity) ?? 0, now) + counted);
    running = null;
    if (result instanceof LakeError) entry.reject(result);
    else entry.resolve(result);
  }

  return { run, read, close };
}
export type Lane = ReturnType<typeof laneOf>;

function isWanted({ isLate, left }: Entry): boolean {
  return !isLate && !left?.aborted;
}
