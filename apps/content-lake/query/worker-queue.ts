import { httpError, LakeError, typedError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { supervisedThread } from '../thread.ts';
import { minute, second } from '../units.ts';
import { tooMuchMemory } from './memory-limit.ts';
import type { FromWorker, QueryJob, QueryResult, ToWorker, WorkerData } from './protocol.ts';

/** Time after which a worker counts as hung. Queries end earlier, by their own limit. */
const hangTimeout = minute;
const maxWait = 30 * second;
/** Heap of a worker, for the dataset, its indexes and all queries. */
const heapMegabytes = 1024;

export type WorkerLimits = {
  queuedPerClient: number;
  /** Time limit of one query in milliseconds; see `FairQueue.timeFor`. */
  time: { max: number; min: number; part: number };
};

type QueuedQuery = {
  job: QueryJob;
  /** Aborts when the client disconnects. */
  signal: AbortSignal | undefined;
  resolve: (result: QueryResult) => void;
  reject: (error: LakeError) => void;
  /** Limits the time in the queue (`maxWait`), then in the worker (`hangTimeout`). */
  timer: NodeJS.Timeout;
  hasWaitedTooLong: boolean;
  /** Time (`performance.now()`). */
  started: number;
};

const tooMany = typedError(
  429,
  'queryConcurrencyError',
  'Too many queries are running or waiting. Try again in a moment.',
);
/** The error of a query that is too slow for the fast worker. */
export const tooSlow = typedError(400, 'queryTimeoutError', 'The query takes too long');
const hung = typedError(400, 'queryTimeoutError', 'The query was stopped because it takes too long');
const interrupted = httpError(503, 'The query was interrupted. Try again.');
const waitedTooLong = httpError(503, 'The query waited too long in the queue. Try again in a moment.');
const stopping = httpError(503, 'The content lake is stopping');

/** A query worker, which runs one query at a time, and its queue. */
export class WorkerQueue {
  readonly #limits: WorkerLimits;
  readonly #isFast: boolean;
  readonly #onReady: () => void;
  readonly #waiting = new FairQueue<QueuedQuery>();
  readonly #worker;
  #isReady = false;
  #running: QueuedQuery | undefined;

  /** Calls `onReady` when the dataset of `data` is loaded, also after each restart of the worker. */
  constructor(data: WorkerData, limits: WorkerLimits, onReady = () => {}) {
    this.#limits = limits;
    this.#isFast = data.kind === 'fast';
    this.#onReady = onReady;
    const script = new URL('./worker.ts', import.meta.url);
    this.#worker = supervisedThread<ToWorker, FromWorker>(
      { name: 'query worker', script, heap: heapMegabytes, data },
      (message) => this.#receive(message),
      (_reason, isMemory) => {
        this.#isReady = false;
        this.#finishRunning()?.reject(isMemory ? tooMuchMemory : interrupted);
      },
    );
  }

  /** Runs a query. Rejects with a LakeError: `tooSlow` if the query exceeds the time limit of the fast worker. */
  async run(job: QueryJob, signal?: AbortSignal): Promise<QueryResult> {
    if (this.#waiting.pendingOf(job.identity).filter(isStillWaiting).length >= this.#limits.queuedPerClient)
      throw tooMany;
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        query.hasWaitedTooLong = true;
        reject(waitedTooLong);
      };
      const timer = setTimeout(giveUp, maxWait).unref();
      const query = { job, signal, resolve, reject, timer, hasWaitedTooLong: false, started: 0 };
      this.#waiting.add(job.identity, query);
      this.#startNext();
    });
  }

  /** Lets the worker load transactions up to `seq` when it is idle. */
  catchUp(datasetId: string, seq: number) {
    if (this.#isReady) this.#worker.send({ kind: 'catchUp', datasetId, seq });
  }

  async close() {
    for (let query = this.#waiting.take(); query; query = this.#waiting.take()) query.reject(stopping);
    this.#finishRunning()?.reject(stopping);
    await this.#worker.close();
  }

  #receive(message: FromWorker) {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#onReady();
        break;
      case 'result':
        this.#finishRunning()?.resolve(message);
        break;
      case 'error':
        this.#finishRunning()?.reject(new LakeError(message.status, message.message, message.body));
        break;
      case 'timeout':
        this.#finishRunning(true)?.reject(tooSlow);
        break;
      case 'unfinished':
        this.#requeue();
    }
    this.#startNext();
  }

  #requeue() {
    const query = this.#finishRunning();
    if (query) this.#waiting.add(query.job.identity, query);
  }

  #startNext() {
    while (this.#isReady && !this.#running) {
      const query = this.#waiting.take();
      if (!query) return;
      if (isStillWaiting(query)) this.#start(query);
      else query.reject(interrupted);
    }
  }

  #start(query: QueuedQuery) {
    clearTimeout(query.timer);
    query.timer = setTimeout(() => {
      this.#finishRunning()?.reject(hung);
      void this.#worker.restart();
    }, hangTimeout).unref();
    query.started = performance.now();
    this.#running = query;
    this.#worker.send({ kind: 'query', job: query.job, limit: this.#timeLimitFor(query.job.identity) });
  }

  /** Returns the milliseconds that a client's next query may take. */
  #timeLimitFor(client: string): number {
    const { time } = this.#limits;
    // With an empty queue, finishing a query costs less than restarting it in the slow worker.
    if (this.#isFast && this.#waiting.isEmpty) return time.max;
    return this.#waiting.timeFor(client, time);
  }

  /** Charges the time of the running query to its client, and returns the query. */
  #finishRunning(isPenalised = !this.#isFast): QueuedQuery | undefined {
    const query = this.#running;
    if (!query) return undefined;
    clearTimeout(query.timer);
    this.#running = undefined;
    this.#waiting.charge(query.job.identity, performance.now() - query.started, isPenalised);
    return query;
  }
}

const isStillWaiting = ({ hasWaitedTooLong, signal }: QueuedQuery): boolean =>
  !hasWaitedTooLong && !signal?.aborted;
