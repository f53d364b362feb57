import { rulesId } from '../access/approvals.ts';
import type { CurrentRoles } from '../access/principal.ts';
import { httpError, LakeError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import type { QueryPool } from '../query/pool.ts';
import type { Dataset } from '../store/dataset.ts';
import { newTransactionId } from '../store/dataset-writer.ts';
import { supervisedThread, type Thread } from '../thread.ts';
import { megabyte, second } from '../units.ts';
import type { Command, FromWriter, Outcome, ToWriter } from './protocol.ts';

const script = new URL('./worker.ts', import.meta.url);
/** Bytes of query results for one request. */
const maxSelected = 32 * megabyte;
const maxAttempts = 5;
/** Time limit of a slow write; see `FairQueue.timeFor`. */
const slowTime = { max: 10 * second, min: second };

type Job = {
  dataset: Dataset;
  message: ToWriter;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};
type Mutate = Omit<Extract<Command, { kind: 'mutate' }>, 'kind' | 'selected'>;

/** Writes in two threads: a fast one, and one for slow writes. Each write resolves once it is on disk. */
export class Writer {
  readonly #pending = new Map<number, Job>();
  readonly #thread = supervisedThread<ToWriter, FromWriter>(
    { name: 'writing thread', script, heap: 512 },
    (message) => this.#settle(message),
    () => this.#retryOnSlowThread(),
  );
  readonly #slowQueue = new FairQueue<Job>();
  #slowJob: Job | undefined;
  #slowSince = 0;
  #slowThread: Thread<ToWriter, FromWriter> | undefined;
  #next = 1;
  readonly #currentRoles: () => CurrentRoles;

  constructor(currentRoles: () => CurrentRoles) {
    this.#currentRoles = currentRoles;
  }

  /** Runs mutations, and returns the response as JSON. */
  async mutate(dataset: Dataset, queries: QueryPool, command: Mutate): Promise<string> {
    let outcome = await this.run(dataset, { kind: 'mutate', ...command });
    for (let attempt = 1; outcome.select; attempt++) {
      if (attempt > maxAttempts)
        throw httpError(409, 'Other writes kept changing what this mutation selects. Try again.');
      const { seq } = dataset;
      const results: string[] = [];
      let size = 0;
      for (const { query, params = {} } of outcome.select) {
        const { json } = await queries.run(dataset, command.author, {
          input: { query, params },
          perspective: 'raw',
        });
        size += json.length;
        if (size > maxSelected) throw tooManySelected;
        results.push(new TextDecoder().decode(json));
      }
      outcome = await this.run(dataset, { kind: 'mutate', ...command, selected: { seq, results } });
    }
    return outcome.json;
  }

  async close(): Promise<void> {
    const waiting = this.#slowJob ? [this.#slowJob] : [];
    for (let job = this.#slowQueue.take(); job; job = this.#slowQueue.take()) waiting.push(job);
    for (const { reject } of [...this.#pending.values(), ...waiting])
      reject(httpError(503, 'The content lake is stopping'));
    this.#pending.clear();
    await Promise.all([this.#thread.close(), this.#slowThread?.close()]);
  }

  run(dataset: Dataset, command: Command): Promise<Outcome> {
    dataset.requireOpen();
    const { id, file } = dataset;
    if (dataset.get(rulesId)) command.roles = this.#currentRoles();
    const message = { job: this.#next++, dataset: { id, file }, transactionId: newTransactionId(), command };
    if (command.kind === 'close') this.#slowThread?.send(message);
    return new Promise((resolve, reject) => {
      this.#pending.set(message.job, { dataset, message, resolve, reject });
      this.#thread.send(message);
    });
  }

  #settle(message: FromWriter) {
    const job = this.#pending.get(message.job);
    if (!job) return;
    this.#pending.delete(message.job);
    if ('isSlow' in message) this.#slowQueue.add(clientOf(job), job);
    else settle(job, message);
    this.#startSlow();
  }

  #startSlow() {
    this.#slowJob ??= this.#slowQueue.take();
    if (!this.#slowJob || this.#slowSince > 0) return;
    this.#slowSince = performance.now();
    const client = clientOf(this.#slowJob);
    const limit = client ? { limit: this.#slowQueue.timeFor(client, slowTime) } : {};
    this.#slowThread ??= supervisedThread<ToWriter, FromWriter>(
      { name: 'thread for slow writes', script, heap: 384, data: 'slow' },
      (message) => this.#settleSlow(message),
      (reason, isMemory) => this.#settleSlow(isMemory ? tooMuchMemory : reason),
    );
    this.#slowThread.send({ ...this.#slowJob.message, ...limit });
  }

  #settleSlow(result: FromWriter | Error) {
    const job = this.#slowJob;
    if (!job || (!(result instanceof Error) && result.job !== job.message.job)) return;
    this.#slowQueue.charge(clientOf(job), performance.now() - this.#slowSince);
    this.#slowJob = undefined;
    this.#slowSince = 0;
    settle(job, result);
    this.#startSlow();
  }

  /**
   * Retries the pending jobs on the slow thread after one of them has ended the fast thread. A transaction that was
   * already written is found by its id and not repeated.
   */
  #retryOnSlowThread() {
    for (const job of this.#pending.values()) this.#slowQueue.add(clientOf(job), job);
    this.#pending.clear();
    this.#startSlow();
  }
}

const clientOf = ({ message: { command } }: Job) => ('author' in command ? command.author.id : '');

function settle({ dataset, resolve, reject }: Job, result: FromWriter | Error) {
  dataset.catchUp();
  if (result instanceof Error) reject(result);
  else if ('outcome' in result) resolve(result.outcome);
  else if ('fault' in result) reject(Object.assign(result.fault, { code: result.code }));
  else if ('status' in result) reject(new LakeError(result.status, result.message, result.body));
}

const tooMuchMemory = httpError(
  413,
  'Nothing was written: the request needs too much memory. Send fewer changes at once.',
);
const tooManySelected = httpError(
  413,
  `The queries of the mutations return more than ${maxSelected / megabyte} MB. Let them return ids only: ._id`,
);
