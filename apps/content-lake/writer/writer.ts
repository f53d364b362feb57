import { httpError, LakeError } from '../errors.ts';
import { FairQueue } from '../fair-queue.ts';
import type { QueryPool } from '../query/pool.ts';
import type { Dataset } from '../store/dataset.ts';
import { newTransactionId } from '../store/dataset-writer.ts';
import { supervisedThread, type Thread } from '../thread.ts';
import type { Command, FromWriter, Outcome, ToWriter } from './protocol.ts';

const script = new URL('./worker.ts', import.meta.url);
/** Megabytes of query results for one request. */
const maxSelected = 32;
const maxAttempts = 5;
/** Milliseconds for one that is slow; `least` for who writes much that is. */
const slow = { most: 10_000, least: 1000 };

type Job = {
  dataset: Dataset;
  message: ToWriter;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
};
type Mutate = Omit<Extract<Command, { kind: 'mutate' }>, 'kind' | 'selected'>;

/** Writes in threads: a quick one, and one that works out what is slow beside it. Resolves once on disk, or rejects without a trace. */
export class Writer {
  readonly #given = new Map<number, Job>();
  readonly #thread = supervisedThread<ToWriter, FromWriter>(
    { name: 'writing thread', script, heap: 512 },
    (message) => this.#settle(message),
    () => this.#giveAgain(),
  );
  readonly #slow = new FairQueue<Job>();
  #beside: Job | undefined;
  #began = 0;
  #slowThread: Thread<ToWriter, FromWriter> | undefined;
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
        const { json } = await queries.run(dataset, command.author, {
          asked: { query, params },
          perspective: 'raw',
        });
        size += json.length;
        if (size > maxSelected * 1024 * 1024)
          throw httpError(
            413,
            `The queries of the mutations give more than ${maxSelected} MB: have them end with ._id`,
          );
        answers.push(new TextDecoder().decode(json));
      }
      outcome = await this.run(dataset, { kind: 'mutate', ...command, selected: { seq, answers } });
    }
    return outcome.json;
  }

  async close(): Promise<void> {
    const waiting = this.#beside ? [this.#beside] : [];
    for (let job = this.#slow.take(); job; job = this.#slow.take()) waiting.push(job);
    for (const { reject } of [...this.#given.values(), ...waiting])
      reject(httpError(503, 'The content lake is stopping'));
    this.#given.clear();
    await Promise.all([this.#thread.close(), this.#slowThread?.close()]);
  }

  run(dataset: Dataset, command: Command): Promise<Outcome> {
    dataset.requireOpen();
    const { id, file } = dataset;
    const message = { job: this.#next++, dataset: { id, file }, transactionId: newTransactionId(), command };
    if (command.kind === 'close') this.#slowThread?.tell(message);
    return new Promise((resolve, reject) => {
      this.#given.set(message.job, { dataset, message, resolve, reject });
      this.#thread.tell(message);
    });
  }

  #settle(message: FromWriter) {
    const job = this.#given.get(message.job);
    if (!job) return;
    this.#given.delete(message.job);
    if ('isSlow' in message) this.#slow.add(askerOf(job), job);
    else answer(job, message);
    this.#workBeside();
  }

  #workBeside() {
    this.#beside ??= this.#slow.take();
    if (!this.#beside || this.#began > 0) return;
    this.#began = performance.now();
    const asker = askerOf(this.#beside);
    const limit = asker ? { limit: this.#slow.share(asker, slow) } : {};
    this.#slowThread ??= supervisedThread<ToWriter, FromWriter>(
      { name: 'thread for slow writes', script, heap: 384, data: 'beside' },
      (message) => this.#settleSlow(message),
      (reason, isMemory) => this.#settleSlow(isMemory ? tooMuch : reason),
    );
    this.#slowThread.tell({ ...this.#beside.message, ...limit });
  }

  #settleSlow(result: FromWriter | Error) {
    const job = this.#beside;
    if (!job || (!(result instanceof Error) && result.job !== job.message.job)) return;
    this.#slow.charge(askerOf(job), performance.now() - this.#began);
    this.#beside = undefined;
    this.#began = 0;
    answer(job, result);
    this.#workBeside();
  }

  /** One of these was the cause. Retries are safe: a written transaction is found by its id and not repeated. */
  #giveAgain() {
    for (const job of this.#given.values()) this.#slow.add(askerOf(job), job);
    this.#given.clear();
    this.#workBeside();
  }
}

const askerOf = ({ message: { command } }: Job) => ('author' in command ? command.author.id : '');

function answer({ dataset, resolve, reject }: Job, result: FromWriter | Error) {
  dataset.catchUp();
  if (result instanceof Error) reject(result);
  else if ('outcome' in result) resolve(result.outcome);
  else if ('fault' in result) reject(Object.assign(result.fault, { code: result.code }));
  else if ('status' in result) reject(new LakeError(result.status, result.message, result.body));
}

const tooMuch = httpError(
  413,
  'Nothing was written: the request needs too much memory. Send less of it at once.',
);
