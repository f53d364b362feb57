import { Worker } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import { youngHeap } from '../heap.ts';
import type { QueryPool } from '../query/pool.ts';
import type { Dataset } from '../store/dataset.ts';
import { newTransactionId } from '../store/dataset-writer.ts';
import type { Command, FromWriter, Outcome, ToWriter } from './protocol.ts';

/** Megabytes of heap: a request that needs more ends the thread, not the server. */
const maxHeap = 512;
/** Milliseconds before a thread that has failed by itself is started again. */
const restartDelay = 1000;
/** Megabytes of answers to the queries of one request. */
const maxSelected = 32;
const maxAttempts = 5;

type Job = {
  dataset: Dataset;
  message: ToWriter;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};
type Mutate = Omit<Extract<Command, { kind: 'mutate' }>, 'kind' | 'selected'>;

/**
 * Has everything written by one thread, where a request that takes long, or too much, holds up nobody who reads. Its
 * promises resolve when a transaction is on disk, and reject with a LakeError without a trace of it.
 */
export class Writer {
  readonly #given = new Map<number, Job>();
  /** Jobs of a thread that has died, and what has come since: given one at a time, as one of them was the cause. */
  readonly #alone: Job[] = [];
  #worker = this.#start();
  #next = 1;
  #closing = false;
  #isDown = false;

  /** Carries out a request of mutations, and answers it in JSON. */
  async mutate(dataset: Dataset, queries: QueryPool, command: Mutate): Promise<string> {
    let outcome = await this.run(dataset, { kind: 'mutate', ...command });
    for (let attempt = 1; outcome.select; attempt++) {
      if (attempt > maxAttempts)
        throw httpError(409, 'Other writes kept changing what the query of this mutation selects; try again');
      const { seq } = dataset;
      const answers: string[] = [];
      let size = 0;
      for (const { query, params = {} } of outcome.select) {
        const { json } = await queries.run(dataset, command.author, { query, params, perspective: 'raw' });
        size += json.length;
        if (size > maxSelected * 1024 * 1024)
          throw httpError(
            413,
            `The queries of the mutations give more than ${maxSelected} MB: have them end with ._id`,
          );
        answers.push(json);
      }
      outcome = await this.run(dataset, { kind: 'mutate', ...command, selected: { seq, answers } });
    }
    return outcome.json;
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const { reject } of [...this.#given.values(), ...this.#alone.splice(0)])
      reject(httpError(503, 'The content lake is stopping'));
    this.#given.clear();
    await this.#worker.terminate();
  }

  /** Carries out one command. */
  run(dataset: Dataset, command: Command): Promise<Outcome> {
    if (!dataset.isOpen) throw httpError(404, `Dataset not found - Dataset "${dataset.name}" not found`);
    const { id, file } = dataset;
    const message = { job: this.#next++, dataset: { id, file }, transactionId: newTransactionId(), command };
    return new Promise((resolve, reject) => {
      const job = { dataset, message, resolve, reject };
      if (this.#isDown || this.#alone.length > 0) this.#alone.push(job);
      else this.#give(job);
    });
  }

  #give(job: Job) {
    this.#given.set(job.message.job, job);
    this.#worker.postMessage(job.message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeap, ...youngHeap },
    });
    let reason = new Error('it has ended');
    worker.on('message', (message: FromWriter) => this.#settle(message));
    worker.on('error', (error) => {
      reason = error;
    });
    worker.on('exit', () => this.#startAgain(reason));
    return worker;
  }

  #settle(message: FromWriter) {
    const job = this.#given.get(message.job);
    if (!job) return;
    this.#given.delete(message.job);
    job.dataset.catchUp();
    if ('outcome' in message) job.resolve(message.outcome);
    else if ('fault' in message) job.reject(Object.assign(message.fault, { code: message.code }));
    else job.reject(new LakeError(message.status, message.message, message.body));
    this.#giveNext();
  }

  #giveNext() {
    if (this.#given.size > 0) return;
    const job = this.#alone.shift();
    if (job) this.#give(job);
  }

  /** What was written before the thread ended is found again by the transaction's id, and not done twice. */
  #startAgain(reason: Error) {
    if (this.#closing) return;
    const isMemory = 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isMemory) console.error('The writing thread failed:', reason);
    const jobs = [...this.#given.values()];
    this.#given.clear();
    const [only] = jobs;
    if (only && jobs.length === 1) only.reject(isMemory ? tooMuch : reason);
    else this.#alone.unshift(...jobs);
    for (const { dataset } of jobs) dataset.catchUp();
    this.#isDown = true;
    const start = () => {
      this.#isDown = false;
      this.#worker = this.#start();
      this.#giveNext();
    };
    setTimeout(start, isMemory ? 0 : restartDelay).unref();
  }
}

const tooMuch = httpError(
  413,
  'Nothing was written: the request needs too much memory. Send less of it at once.',
);
