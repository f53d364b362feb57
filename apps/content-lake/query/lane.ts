import { Worker } from 'node:worker_threads';
import { httpError, LakeError, typedError } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import type { FromWorker, QueryAnswer, QueryJob, ToWorker, WorkerData } from './protocol.ts';

/** Megabytes of heap: a result that is larger ends its own worker, not the server. */
const workerHeap = 1024;
/** Less than V8's own choice, which is made for one thread a process. */
const youngHeap = 16;
/** Milliseconds after which a worker is ended: what it runs has a limit of its own, so it hangs. */
const hangsAfter = 60_000;
/** Milliseconds after which an answer would come too late to be of use. */
const maxWait = 60_000;
/** Milliseconds before a worker that could not start is tried again. */
const restartDelay = 1000;

export type QueryResult = Extract<QueryAnswer, { kind: 'result' }>;
export type Waiting = {
  job: QueryJob;
  asker: string;
  /** Aborted when who asks has left. */
  left: AbortSignal | undefined;
  resolve: (result: QueryResult) => void;
  reject: (error: LakeError) => void;
};
type Entry = Waiting & { timer: NodeJS.Timeout; isLate: boolean };

const concurrencyError = typedError(
  429,
  'queryConcurrencyError',
  'Too many queries are running or waiting; try again in a moment',
);
const tooMuchMemory = typedError(400, 'queryEvaluationError', 'The query needs too much memory');
const hung = typedError(400, 'queryTimeoutError', 'The query was ended: it takes too long');
const interrupted = httpError(503, 'The query was interrupted');
const waitedTooLong = httpError(503, 'The query waited too long for its turn; try again in a moment');
const stopping = httpError(503, 'The content lake is stopping');

/** One worker with what waits for it. A worker that ends, for its memory or by a fault, is followed by another. */
export class Lane {
  readonly #data: WorkerData;
  readonly #maxWaiting: number;
  readonly #events: { ready(): void; late(waiting: Waiting): void };
  readonly #queue = new FairQueue<Entry>();
  #worker: Worker;
  #isReady = false;
  #running: Entry | null = null;
  #closed = false;

  /** `maxWaiting`: how many queries of each asker may wait. */
  constructor(data: WorkerData, maxWaiting: number, events: { ready(): void; late(waiting: Waiting): void }) {
    this.#data = data;
    this.#maxWaiting = maxWaiting;
    this.#events = events;
    this.#worker = this.#start();
  }

  add(waiting: Waiting) {
    if (this.#queue.retain(waiting.asker, isWanted) >= this.#maxWaiting)
      return waiting.reject(concurrencyError);
    const giveUp = () => {
      entry.isLate = true;
      waiting.reject(waitedTooLong);
    };
    const entry: Entry = { ...waiting, isLate: false, timer: setTimeout(giveUp, maxWait).unref() };
    this.#queue.add(waiting.asker, entry);
    this.#next();
  }

  /** Has the worker read what is new while nobody waits for it. */
  read(datasetId: string, seq: number) {
    if (this.#isReady) this.#tell({ kind: 'news', datasetId, seq });
  }

  async close() {
    this.#closed = true;
    for (let entry = this.#queue.take(); entry; entry = this.#queue.take()) {
      clearTimeout(entry.timer);
      entry.reject(stopping);
    }
    this.#fail(stopping);
    await this.#worker.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: workerHeap, maxYoungGenerationSizeMb: youngHeap },
    });
    worker.on('message', (message: FromWorker) => {
      if (message.kind !== 'ready') return this.#finish(message);
      this.#isReady = true;
      this.#events.ready();
      this.#next();
    });
    worker.on('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') return this.#fail(tooMuchMemory);
      console.error('A query worker failed:', error);
    });
    worker.on('exit', () => this.#replace());
    return worker;
  }

  /** One that fails before it is ready would fail again at once, and for ever. */
  #replace() {
    this.#fail(interrupted);
    const restart = () => {
      if (!this.#closed) this.#worker = this.#start();
    };
    if (this.#isReady) restart();
    else setTimeout(restart, restartDelay).unref();
    this.#isReady = false;
  }

  #next() {
    while (this.#isReady && !this.#running) {
      const entry = this.#queue.take();
      if (!entry) return;
      clearTimeout(entry.timer);
      if (!isWanted(entry)) {
        entry.reject(interrupted);
        continue;
      }
      entry.timer = setTimeout(() => {
        this.#fail(hung);
        void this.#worker.terminate();
      }, hangsAfter).unref();
      this.#running = entry;
      this.#tell({ kind: 'query', job: entry.job });
    }
  }

  #tell(message: ToWorker) {
    this.#worker.postMessage(message);
  }

  #finish(answer: QueryAnswer) {
    const entry = this.#running;
    if (!entry) return;
    clearTimeout(entry.timer);
    this.#running = null;
    if (answer.kind === 'result') entry.resolve(answer);
    else if (answer.kind === 'late') this.#events.late(entry);
    else entry.reject(new LakeError(answer.status, answer.message, answer.body));
    this.#next();
  }

  #fail(error: LakeError) {
    if (!this.#running) return;
    clearTimeout(this.#running.timer);
    this.#running.reject(error);
    this.#running = null;
  }
}

function isWanted({ isLate, left }: Entry): boolean {
  return !isLate && !left?.aborted;
}
