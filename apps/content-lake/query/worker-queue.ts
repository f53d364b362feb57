import { httpError, LakeError, typedError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import { supervisedThread } from '../thread.ts';
import { tooMuchMemory } from './memory-limit.ts';
import type { FromWorker, QueryJob, QueryResult, ToWorker, WorkerData } from './protocol.ts';

/** Milliseconds after which a worker counts as hung, as queries have their own limit. */
const hangTimeout = 60_000;
/** Milliseconds in the queue. */
const maxWait = 30_000;
/** Megabytes of a worker's heap, for the dataset, its indexes and all queries. */
const heapMegabytes = 1024;

export type WorkerLimits = {
  /** Queries of one client that may wait. */
  queuedPerClient: number;
  /** For one query; see `FairQueue.share`. */
  milliseconds: { most: number; least: number; part: number };
};

type QueuedQuery = {
  job: QueryJob;
  /** Aborted when the client disconnects. */
  signal: AbortSignal | undefined;
  resolve: (result: QueryResult) => void;
  reject: (error: LakeError) => void;
  /** Ends the wait in the queue, then a worker that hangs. */
  timer: NodeJS.Timeout;
  hasWaitedTooLong: boolean;
  /** By `performance.now()`. */
  started: number;
};

const tooMany = typedError(
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

/** A query worker, which runs one query at a time, and the queries that wait for it. */
export class WorkerQueue {
  readonly #limits: WorkerLimits;
  readonly #isFast: boolean;
  readonly #onReady: () => void;
  readonly #waiting = new FairQueue<QueuedQuery>();
  readonly #worker;
  #isReady = false;
  #running: QueuedQuery | undefined;

  /** `onReady` is called once the dataset of `data` is loaded, again after each restart of the worker. */
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

  /** `left` aborts when the client disconnects. Rejects with a LakeError: `tooSlow` beyond the quick worker's time. */
  async run(job: QueryJob, signal?: AbortSignal): Promise<QueryResult> {
    if (this.#waiting.pendingOf(job.identity).filter(isStillWanted).length >= this.#limits.queuedPerClient)
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

  /** Lets the worker read what was written up to `seq`, while it is idle. */
  catchUp(datasetId: string, seq: number) {
    if (this.#isReady) this.#worker.send({ kind: 'news', datasetId, seq });
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
      case 'late':
        this.#finishRunning(true)?.reject(tooSlow);
        break;
      case 'unfinished':
        this.#requeue(this.#finishRunning());
    }
    this.#startNext();
  }

  /** The worker keeps what it has loaded and indexed for the query's next turn. */
  #requeue(query: QueuedQuery | undefined) {
    if (query) this.#waiting.add(query.job.identity, query);
  }

  #startNext() {
    while (this.#isReady && !this.#running) {
      const query = this.#waiting.take();
      if (!query) return;
      if (isStillWanted(query)) this.#start(query);
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

  /** Milliseconds for a client's next query. */
  #timeLimitFor(client: string): number {
    const { milliseconds } = this.#limits;
    // While nobody else waits, finishing a query costs less than giving it up and starting it again elsewhere.
    if (this.#isFast && this.#waiting.isEmpty) return milliseconds.most;
    return this.#waiting.timeFor(client, milliseconds);
  }

  /** Takes the running query from the worker, and counts its time. `isTooMuch`: its client gets less time for the next. */
  #finishRunning(isPenalised = !this.#isFast): QueuedQuery | undefined {
    const query = this.#running;
    if (!query) return undefined;
    clearTimeout(query.timer);
    this.#running = undefined;
    this.#waiting.charge(query.job.identity, performance.now() - query.started, isPenalised);
    return query;
  }
}

const isStillWanted = ({ hasWaitedTooLong, signal }: QueuedQuery): boolean =>
  !hasWaitedTooLong && !signal?.aborted;
