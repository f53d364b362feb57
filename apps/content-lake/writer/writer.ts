import { httpError, LakeError } from '../errors.ts';
import type { QueryPool } from '../query/pool.ts';
import type { Dataset } from '../store/dataset.ts';
import { newTransactionId } from '../store/dataset-writer.ts';
import { supervisedThread } from '../thread.ts';
import type { Command, FromWriter, Outcome, ToWriter } from './protocol.ts';

/** Megabytes of query results for one request. */
const maxSelected = 32;
const maxAttempts = 5;

type Job = {
  dataset: Dataset;
  message: ToWriter;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};
type Mutate = Omit<Extract<Command, { kind: 'mutate' }>, 'kind' | 'selected'>;

/** Writes in a separate thread, so that slow requests hold up no reader. Resolves once on disk, or rejects without a trace. */
export class Writer {
  readonly #given = new Map<number, Job>();
  /** Jobs of a crashed thread and later ones, run one at a time, as one of them was the cause. */
  readonly #alone: Job[] = [];
  readonly #thread = supervisedThread<ToWriter, FromWriter>(
    { name: 'writing thread', script: new URL('./worker.ts', import.meta.url), heap: 512 },
    (message) => this.#settle(message),
    (reason, isMemory) => this.#giveAgain(isMemory ? tooMuch : reason),
  );
  #next = 1;

  /** Runs mutations, and returns the response as JSON. */
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
    for (const { reject } of [...this.#given.values(), ...this.#alone.splice(0)])
      reject(httpError(503, 'The content lake is stopping'));
    this.#given.clear();
    await this.#thread.close();
  }

  run(dataset: Dataset, command: Command): Promise<Outcome> {
    if (!dataset.isOpen) throw httpError(404, `Dataset not found - Dataset "${dataset.name}" not found`);
    const { id, file } = dataset;
    const message = { job: this.#next++, dataset: { id, file }, transactionId: newTransactionId(), command };
    return new Promise((resolve, reject) => {
      const job = { dataset, message, resolve, reject };
      if (this.#alone.length > 0) this.#alone.push(job);
      else this.#give(job);
    });
  }

  #give(job: Job) {
    this.#given.set(job.message.job, job);
    this.#thread.tell(job.message);
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

  /** Retries are safe: a written transaction is found by its id and not repeated. */
  #giveAgain(reason: Error) {
    const jobs = [...this.#given.values()];
    this.#given.clear();
    const [only] = jobs;
    if (only && jobs.length === 1) only.reject(reason);
    else this.#alone.unshift(...jobs);
    for (const { dataset } of jobs) dataset.catchUp();
    this.#giveNext();
  }
}

const tooMuch = httpError(
  413,
  'Nothing was written: the request needs too much memory. Send less of it at once.',
);
