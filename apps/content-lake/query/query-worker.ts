import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { httpError, LakeError, typedError } from '../errors.ts';
import { minute, second } from '../units.ts';
import type { FromWorker, QueryJob, QueryResult } from './protocol.ts';

/** `time` is in milliseconds, `heap` in megabytes: for the dataset, its indexes and a query. */
const maximum = { time: 5 * second, heap: 1024 };
/** Without queries, the thread ends after this time, to return its memory. */
const idleLifetime = minute;

const tooLong = typedError(
  400,
  'queryTimeoutError',
  `The query was stopped after ${maximum.time / second} s. Filter by _type, _id or another exact value, or query fewer documents at once.`,
);
const tooMuchMemory = typedError(400, 'queryEvaluationError', 'The query needs too much memory');
const interrupted = httpError(503, 'The query was interrupted. Try again.');

/** Runs slow queries one at a time in a thread. A query that takes too much time or memory ends with the thread. */
export class QueryWorker {
  readonly #queue = pLimit(1);
  readonly #limits;
  #thread: Worker | undefined;
  #running: PromiseWithResolvers<QueryResult> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits = maximum) {
    this.#limits = limits;
  }

  /** `signal` aborts if the client disconnects. Rejects with a LakeError. */
  run(job: QueryJob, signal?: AbortSignal): Promise<QueryResult> {
    return this.#queue(async () => {
      if (signal?.aborted) throw interrupted;
      clearTimeout(this.#timer);
      this.#thread ??= this.#start();
      this.#running = Promise.withResolvers();
      this.#thread.postMessage(job);
      return this.#running.promise.finally(() => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#end(), idleLifetime).unref();
      });
    });
  }

  async close() {
    this.#queue.clearQueue();
    clearTimeout(this.#timer);
    await this.#end();
  }

  async #end() {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heap, maxYoungGenerationSizeMb: 16 },
    });
    let reason = interrupted;
    thread.on('message', (message: FromWorker) => {
      clearTimeout(this.#timer);
      if (message.kind === 'begin')
        this.#timer = setTimeout(() => {
          reason = tooLong;
          void thread.terminate();
        }, this.#limits.time);
      else if (message.kind === 'result') this.#running?.resolve(message.result);
      else if (message.kind === 'error')
        this.#running?.reject(new LakeError(message.status, message.message, message.body));
    });
    thread.on('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') reason = tooMuchMemory;
      else console.error('The query worker failed:', error);
    });
    thread.on('exit', () => {
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#running?.reject(reason);
    });
    return thread;
  }
}
