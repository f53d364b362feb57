import { Worker } from 'node:worker_threads';
import { httpError, LakeError } from '../errors.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import type { FromMatcher, Hit, ListenerFilter, ToMatcher } from './protocol.ts';

/** Milliseconds that all filters together may take for one transaction before the thread is given up. */
const timeLimit = 3_000;

type Pending = {
  resolve: (hits: Map<number, Hit[]>) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};

/** Evaluates the filters of all listeners in one thread. One that hangs ends it: `onLost` hears whose it was. */
export class Matcher {
  readonly #onLost: (culprit: number | null) => void;
  readonly #adding = new Map<number, (error: LakeError | null) => void>();
  readonly #matching = new Map<number, Pending>();
  #worker: Worker | null = null;
  #requests = 0;
  /** The listener whose filter the worker is evaluating, or 0; shared memory, since a hanging worker says nothing. */
  readonly #evaluating = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

  constructor(onLost: (culprit: number | null) => void) {
    this.#onLost = onLost;
  }

  /** Registers a listener. Rejects with a LakeError in Sanity's form when its query is wrong. */
  add(listener: number, filter: ListenerFilter): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#adding.set(listener, (error) => (error ? reject(error) : resolve()));
      this.#send({ kind: 'add', listener, ...filter });
    });
  }

  remove(listener: number) {
    this.#worker?.postMessage({ kind: 'remove', listener } satisfies ToMatcher);
  }

  /** Which listeners a transaction concerns, and how. Answers come in the order of the calls. */
  match(transaction: CommittedTransaction, only: number | null = null): Promise<Map<number, Hit[]>> {
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.#lose(Atomics.load(this.#evaluating, 0)), timeLimit);
      this.#matching.set(request, { resolve, reject, timer });
      this.#send({ kind: 'match', request, transaction, only });
    });
  }

  close(): Promise<void> {
    return this.#lose(0);
  }

  async #lose(culprit: number) {
    const worker = this.#worker;
    this.#worker = null;
    for (const { reject, timer } of this.#matching.values()) {
      clearTimeout(timer);
      reject(new Error('The listeners of this dataset were closed'));
    }
    this.#matching.clear();
    for (const settle of [...this.#adding.values()]) settle(httpError(503, 'The listeners were closed'));
    this.#adding.clear();
    this.#onLost(culprit || null);
    await worker?.terminate();
  }

  #send(message: ToMatcher) {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./matcher-worker.ts', import.meta.url), {
      workerData: this.#evaluating,
    });
    worker.on('message', (message: FromMatcher) => this.#receive(message));
    worker.on('error', (error) => {
      console.error('The worker that matches listeners failed:', error);
      if (this.#worker === worker) void this.close();
    });
    return worker;
  }

  #receive(message: FromMatcher) {
    if (message.kind === 'added') {
      const { error } = message;
      this.#adding.get(message.listener)?.(error && new LakeError(error.status, error.message, error.body));
      this.#adding.delete(message.listener);
      return;
    }
    const pending = this.#matching.get(message.request);
    if (!pending) return;
    this.#matching.delete(message.request);
    clearTimeout(pending.timer);
    pending.resolve(new Map(message.hits));
  }
}
