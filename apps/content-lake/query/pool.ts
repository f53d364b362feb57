import { Worker } from 'node:worker_threads';
import { type Principal, visibilityOf } from '../access/principal.ts';
import { httpError, LakeError, typedError } from '../errors.ts';
import type { Dataset } from '../store/dataset.ts';
import type { Perspective } from './perspective.ts';
import type { FromWorker, QueryAnswer, QueryJob, WorkerData } from './protocol.ts';

/** Workers for ordinary queries, and how many slow ones may run beside them. */
const ordinaryLanes = 2;
const slowLanes = 2;
/** Milliseconds of processor time after which another worker takes the place of a query among the ordinary ones. */
const slowAfter = 100;
/** Milliseconds after which a query is ended with an error. */
const timeLimit = 10_000;
/** More than this many waiting means that answers would come too late to be of use. */
const maxWaiting = 2000;
/** A result this large (megabytes of heap) ends its own worker, not the server. */
const workerHeap = 1024;

/** Milliseconds before a worker that could not start is tried again. */
const restartDelay = 1000;

export type Query = { query: string; params: Record<string, unknown>; perspective: Perspective };
type QueryResult = Extract<QueryAnswer, { ok: true }>;

const timeoutError = typedError(
  400,
  'queryTimeoutError',
  `The query was ended after ${timeLimit / 1000} seconds. Name a _type, an _id or another exact value in its filters, or ask for less at once.`,
);
const concurrencyError = typedError(
  429,
  'queryConcurrencyError',
  'Too many slow queries are running; try again in a moment',
);
const interrupted = httpError(503, 'The query was interrupted');
const stopping = httpError(503, 'The content lake is stopping');

type Waiting = { job: QueryJob; resolve: (result: QueryResult) => void; reject: (error: unknown) => void };
type Lane = {
  worker: Worker;
  ready: boolean;
  running: (Waiting & { slow: boolean; computedBefore: number; timers: NodeJS.Timeout[] }) | null;
};

/** Runs queries in worker threads. A slow one keeps its worker, while a warm spare takes over for the others. */
export class QueryPool {
  readonly #lanes = new Set<Lane>();
  readonly #waiting: Waiting[] = [];
  readonly #first: WorkerData;
  readonly #projectId: string;
  #closed = false;

  /** `first` is the dataset that is asked most: every worker loads it before it takes queries. */
  constructor(first: Dataset, projectId: string) {
    this.#first = { datasetId: first.id, file: first.file };
    this.#projectId = projectId;
    this.#refill();
  }

  /** Answers a query from everything that was written before. Rejects with a LakeError for what is wrong with it. */
  run(dataset: Dataset, principal: Principal, query: Query): Promise<QueryResult> {
    const job: QueryJob = {
      ...query,
      datasetId: dataset.id,
      file: dataset.file,
      seq: dataset.seq,
      sees: visibilityOf(principal),
      identity: principal.id,
      sanity: { projectId: this.#projectId, dataset: dataset.name },
    };
    if (this.#waiting.length >= maxWaiting)
      throw httpError(503, 'Too many queries are waiting; try again in a moment');
    return new Promise((resolve, reject) => {
      const waiting = { job, resolve, reject };
      this.#waiting.push(waiting);
      setTimeout(() => this.#giveUp(waiting), timeLimit).unref();
      this.#dispatch();
    });
  }

  async close() {
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stopping);
    await Promise.all([...this.#lanes].map((lane) => this.#end(lane, stopping)));
  }

  /** Always one idle worker more than the ordinary lanes need: the spare. */
  #refill() {
    if (this.#closed) return;
    const slow = [...this.#lanes].filter((lane) => lane.running?.slow).length;
    for (let count = this.#lanes.size; count < ordinaryLanes + 1 + slow; count++)
      this.#lanes.add(this.#start());
  }

  #start(): Lane {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#first,
      resourceLimits: { maxOldGenerationSizeMb: workerHeap },
    });
    const lane: Lane = { worker, ready: false, running: null };
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'answer') return this.#finish(lane, message.answer);
      if (message.kind === 'started') return this.#limit(lane, message.computed);
      lane.ready = true;
      this.#dispatch();
    });
    worker.on('error', (error) => {
      const reason =
        'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'needs too much memory' : 'failed';
      if (reason === 'failed') console.error('A query worker failed:', error);
      void this.#end(lane, typedError(400, 'queryEvaluationError', `The query ${reason}`));
    });
    worker.on('exit', () => void this.#end(lane, interrupted));
    return lane;
  }

  #dispatch() {
    while (this.#waiting.length > 0) {
      const busy = [...this.#lanes].filter((lane) => lane.running && !lane.running.slow).length;
      const idle = [...this.#lanes].find((lane) => lane.ready && !lane.running);
      if (busy >= ordinaryLanes || !idle) return;
      const next = this.#waiting.shift();
      if (next) this.#give(idle, next);
    }
  }

  #giveUp(waiting: Waiting) {
    const at = this.#waiting.indexOf(waiting);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    waiting.reject(httpError(503, 'The query waited too long for its turn; try again in a moment'));
  }

  #give(lane: Lane, waiting: Waiting) {
    lane.running = { ...waiting, slow: false, computedBefore: 0, timers: [] };
    lane.worker.postMessage(waiting.job);
  }

  /** The time of a query begins when it does: reading what was written before is not its fault. */
  #limit(lane: Lane, computed: number) {
    if (!lane.running) return;
    lane.running.computedBefore = computed;
    lane.running.timers.push(
      setTimeout(() => void this.#checkSlow(lane), slowAfter),
      setTimeout(() => void this.#end(lane, timeoutError), timeLimit),
    );
  }

  async #checkSlow(lane: Lane) {
    const { running } = lane;
    if (!running) return;
    const { user, system } = await lane.worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
    if (lane.running !== running) return;
    const computed = (user + system) / 1000 - running.computedBefore;
    if (computed >= slowAfter) return this.#becomesSlow(lane);
    running.timers.push(setTimeout(() => void this.#checkSlow(lane), slowAfter));
  }

  #becomesSlow(lane: Lane) {
    if (!lane.running) return;
    lane.running.slow = true;
    const slow = [...this.#lanes].filter((one) => one.running?.slow);
    if (slow.length > slowLanes) void this.#end(lane, concurrencyError);
    this.#refill();
    this.#dispatch();
  }

  #finish(lane: Lane, answer: QueryAnswer) {
    const { running } = lane;
    if (!running) return;
    lane.running = null;
    for (const timer of running.timers) clearTimeout(timer);
    if (answer.ok) running.resolve(answer);
    else running.reject(new LakeError(answer.status, answer.message, answer.body));
    this.#dispatch();
    const idle = [...this.#lanes].filter((one) => !one.running).length;
    if (running.slow && idle > ordinaryLanes + 1) void this.#end(lane, interrupted);
  }

  /** Ends a worker; what it was running fails with the given error. */
  async #end(lane: Lane, error: LakeError) {
    if (!this.#lanes.delete(lane)) return;
    if (lane.running) {
      for (const timer of lane.running.timers) clearTimeout(timer);
      lane.running.reject(error);
      lane.running = null;
    }
    // One that fails before it is ready would fail again at once, and for ever.
    if (lane.ready) this.#refill();
    else setTimeout(() => this.#refill(), restartDelay).unref();
    this.#dispatch();
    await lane.worker.terminate();
  }
}
