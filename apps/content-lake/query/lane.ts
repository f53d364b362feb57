import { LRUCache } from 'lru-cache';
import { httpError, LakeError, typedError } from '../errors.ts';
import { supervisedThread } from '../thread.ts';
import type { FromWorker, QueryJob, QueryResult, ToWorker, WorkerData } from './protocol.ts';

/** Megabytes: a result may be large. */
const workerHeap = 1024;
/** Milliseconds after which a worker is ended: what it runs has a limit of its own, so it hangs. */
const hangsAfter = 60_000;
/** Milliseconds after which an answer would come too late to be of use. */
const maxWait = 60_000;
/** How many times as long as it took a query counts against the next ones of who asked it. */
const forgetting = 6;

type Limits = { waiting: number; most: number; least: number };

type Entry = {
  job: QueryJob;
  /** Aborted when who asks has left. */
  left: AbortSignal | undefined;
  /** Whether the same query has been too slow since it waits. */
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
/** From the quick worker: the thorough one may have the time. The second: not for the query's own work. */
export const tooSlow = typedError(400, 'queryTimeoutError', 'The query takes too long');
export const heldUp = typedError(400, 'queryTimeoutError', 'The query takes too long at the moment');
const hung = typedError(400, 'queryTimeoutError', 'The query was ended: it takes too long');
const interrupted = httpError(503, 'The query was interrupted');
const waitedTooLong = httpError(503, 'The query waited too long for its turn; try again in a moment');
const stopping = httpError(503, 'The content lake is stopping');

/** One worker with what waits for it, in turns: who asks much waits for their own, and others do not. */
export function laneOf(data: WorkerData, limits: Limits, onReady = () => {}) {
  /** By who asks, in the order of turns. Who had one goes to the end. */
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
  /** Until when (`performance.now()`) the time that an asker has taken counts. */
  const busyUntil = new LRUCache<string, number>({ max: 1000 });

  /** Rejects with a LakeError: `tooSlow` or `heldUp` for a query that takes, or took while it waited, longer than this worker has. */
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

  /** Has the worker read what is new while nobody waits for it. */
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
    // Who asked learns first that it was too slow: others may wait with the same query.
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

  function count({ job, started }: Entry) {
    const now = performance.now();
    busyUntil.set(
      job.identity,
      Math.max(busyUntil.get(job.identity) ?? 0, now) + (now - started) * forgetting,
    );
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
    count(entry);
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
