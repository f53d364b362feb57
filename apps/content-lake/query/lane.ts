import { Worker } from 'node:worker_threads';
import { httpError, LakeError, typedError } from '../errors.ts';
import { youngHeap } from '../heap.ts';
import type { FromWorker, QueryJob, QueryResult, ToWorker, WorkerData } from './protocol.ts';

/** Megabytes of heap: a result that is larger ends its own worker, not the server. */
const workerHeap = 1024;
/** Milliseconds after which a worker is ended: what it runs has a limit of its own, so it hangs. */
const hangsAfter = 60_000;
/** Milliseconds after which an answer would come too late to be of use. */
const maxWait = 60_000;
/** Milliseconds before a worker that could not start is tried again. */
const restartDelay = 1000;

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
};

const concurrencyError = typedError(
  429,
  'queryConcurrencyError',
  'Too many queries are running or waiting; try again in a moment',
);
const tooMuchMemory = typedError(400, 'queryEvaluationError', 'The query needs too much memory');
/** From the quick worker: the thorough one may have the time. */
export const tooSlow = typedError(400, 'queryTimeoutError', 'The query takes too long');
const hung = typedError(400, 'queryTimeoutError', 'The query was ended: it takes too long');
const interrupted = httpError(503, 'The query was interrupted');
const waitedTooLong = httpError(503, 'The query waited too long for its turn; try again in a moment');
const stopping = httpError(503, 'The content lake is stopping');

/**
 * One worker with what waits for it, in turns: who asks much waits for their own, and others do not. A worker that ends,
 * for its memory or by a fault, is followed by another.
 */
export class Lane {
  readonly #data: WorkerData;
  readonly #maxWaiting: number;
  readonly #onReady: () => void;
  /** By who asks, in the order of turns. Who had one goes to the end. */
  readonly #waiting = new Map<string, Entry[]>();
  #worker: Worker;
  #isReady = false;
  #running: Entry | null = null;
  #closed = false;

  /** `maxWaiting`: how many queries of each asker may wait. */
  constructor(data: WorkerData, maxWaiting: number, onReady = () => {}) {
    this.#data = data;
    this.#maxWaiting = maxWaiting;
    this.#onReady = onReady;
    this.#worker = this.#start();
  }

  /** Rejects with a LakeError: `tooSlow` for a query that takes, or took while it waited, longer than this worker has. */
  async run(job: QueryJob, left?: AbortSignal, isSlow = () => false): Promise<QueryResult> {
    const own = this.#waiting.get(job.identity)?.filter(isWanted) ?? [];
    if (own.length >= this.#maxWaiting) throw concurrencyError;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        entry.isLate = true;
        reject(waitedTooLong);
      };
      const timer = setTimeout(giveUp, maxWait).unref();
      const entry: Entry = { job, left, isSlow, resolve, reject, timer, isLate: false };
      this.#waiting.set(job.identity, [...own, entry]);
      this.#next();
    });
  }

  /** Has the worker read what is new while nobody waits for it. */
  read(datasetId: string, seq: number) {
    if (this.#isReady) this.#tell({ kind: 'news', datasetId, seq });
  }

  async close() {
    this.#closed = true;
    for (let entry = this.#take(); entry; entry = this.#take()) entry.reject(stopping);
    this.#settle(stopping);
    await this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: workerHeap, ...youngHeap },
    });
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        this.#isReady = true;
        this.#onReady();
      } else if (message.kind === 'refusal')
        this.#settle(new LakeError(message.status, message.message, message.body));
      else this.#settle(message.kind === 'late' ? tooSlow : message);
      // Who asked learns first that it was too slow: others may wait with the same query.
      setImmediate(() => this.#next());
    });
    worker.on('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return this.#settle(tooMuchMemory);
      console.error('A query worker failed:', error);
    });
    worker.on('exit', () => this.#replace());
    return worker;
  }

  /** One that fails before it is ready would fail again at once, and for ever. */
  #replace() {
    this.#settle(interrupted);
    const restart = () => {
      if (!this.#closed) this.#worker = this.#start();
    };
    if (this.#isReady) restart();
    else setTimeout(restart, restartDelay).unref();
    this.#isReady = false;
  }

  #next() {
    while (this.#isReady && !this.#running) {
      const entry = this.#take();
      if (!entry) return;
      if (!isWanted(entry) || entry.isSlow()) {
        entry.reject(isWanted(entry) ? tooSlow : interrupted);
        continue;
      }
      entry.timer = setTimeout(() => {
        this.#settle(hung);
        void this.#worker.terminate();
      }, hangsAfter).unref();
      this.#running = entry;
      this.#tell({ kind: 'query', job: entry.job });
    }
  }

  #take(): Entry | undefined {
    for (const [asker, [first, ...others]] of this.#waiting) {
      this.#waiting.delete(asker);
      if (others.length > 0) this.#waiting.set(asker, others);
      clearTimeout(first?.timer);
      return first;
    }
    return undefined;
  }

  #tell(message: ToWorker) {
    this.#worker.postMessage(message);
  }

  #settle(result: QueryResult | LakeError) {
    const entry = this.#running;
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#running = null;
    if (result instanceof LakeError) entry.reject(result);
    else entry.resolve(result);
  }
}

function isWanted({ isLate, left }: Entry): boolean {
  return !isLate && !left?.aborted;
}
