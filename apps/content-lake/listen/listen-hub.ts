import { randomBytes } from 'node:crypto';
import { type Principal, visibilityOf } from '../access/principal.ts';
import { LakeError, typedError } from '../errors.ts';
import type { Dataset } from '../store/dataset.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { EventStream } from './event-stream.ts';
import { Matcher } from './matcher.ts';
import { type ListenOptions, mutationEvents } from './mutation-event.ts';
import type { Hit } from './protocol.ts';

/** A listener that was away for more transactions than this starts over: reading them all would take longer. */
const maxResume = 1000;

const timeoutError = typedError(
  400,
  'listenTimeoutError',
  'The filter of this listener takes too long to evaluate; use a simpler one',
);

type Listener = { stream: EventStream; options: ListenOptions };

type ListenRequest = {
  query: string;
  params: Record<string, unknown>;
  options: ListenOptions;
  /** The last event that a listener saw before its connection broke. */
  lastEventId: string | undefined;
};

/** All listeners of one dataset. */
export class ListenHub {
  readonly #dataset: Dataset;
  readonly #matcher: Matcher;
  readonly #listeners = new Map<number, Listener>();
  readonly #unsubscribe: () => void;
  #count = 0;
  /** Transactions reach listeners one after the other, also when matching them takes different times. */
  #tail: Promise<void> = Promise.resolve();

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
    this.#matcher = new Matcher((culprit) => this.#closeStreams(culprit));
    this.#unsubscribe = dataset.onCommit((transaction) => {
      if (this.#listeners.size === 0) return;
      // It fails only when the matcher was lost, and then every stream was closed: clients connect again.
      this.#inOrder(() => this.#broadcast(transaction)).catch(() => undefined);
    });
  }

  /** Opens a stream. What is wrong with the query goes into the stream as `channelError`, where clients expect it. */
  open(principal: Principal, request: ListenRequest): EventStream {
    const stream = new EventStream();
    const number = ++this.#count;
    stream.onClose(() => {
      this.#listeners.delete(number);
      this.#matcher.remove(number);
    });
    this.#inOrder(() => this.#begin(number, stream, principal, request)).catch((error: unknown) => {
      if (error instanceof LakeError) stream.send({ name: 'channelError', data: error.body });
      stream.close();
    });
    return stream;
  }

  async close() {
    this.#unsubscribe();
    this.#closeStreams();
    await this.#matcher.close();
  }

  async #begin(number: number, stream: EventStream, principal: Principal, request: ListenRequest) {
    const { query, params, options } = request;
    await this.#matcher.add(number, {
      query,
      params,
      sees: visibilityOf(principal),
      identity: principal.id,
    });
    if (stream.closed) return this.#matcher.remove(number);
    const data = { listenerName: `listener-${randomBytes(8).toString('hex')}` };
    const missed = this.#missed(request);
    if (!options.enableResume || request.lastEventId === undefined) stream.send({ name: 'welcome', data });
    else if (!missed) stream.send({ name: 'reset', data: {} });
    else {
      stream.send({ name: 'welcomeback', data });
      for (const transaction of missed) {
        const hits = await this.#matcher.match(transaction, number);
        this.#deliver(transaction, hits.get(number) ?? [], { stream, options });
      }
    }
    this.#listeners.set(number, { stream, options });
  }

  /** What happened after the last event that a listener saw; null when that cannot be told. */
  #missed({ lastEventId, options }: ListenRequest): CommittedTransaction[] | null {
    if (!options.enableResume || lastEventId === undefined) return null;
    const [transactionId = '', documentId] = lastEventId.split('#');
    const last = this.#dataset.history.transaction(transactionId);
    if (!last || this.#dataset.seq - last.seq > maxResume) return null;
    // Part of a transaction was seen: only all of it makes sense to the reader, so it starts over.
    if (documentId !== last.changes.at(-1)?.id && last.changes.length > 1) return null;
    return this.#dataset.history.since(last.seq, maxResume);
  }

  async #broadcast(transaction: CommittedTransaction) {
    const hits = await this.#matcher.match(transaction);
    for (const [number, found] of hits) {
      const listener = this.#listeners.get(number);
      if (listener) this.#deliver(transaction, found, listener);
    }
  }

  #deliver(transaction: CommittedTransaction, hits: Hit[], { stream, options }: Listener) {
    for (const event of mutationEvents(transaction, hits, options)) stream.send(event);
  }

  #inOrder(task: () => Promise<void>): Promise<void> {
    const done = this.#tail.then(task);
    // What fails is answered by whoever waits for it; the next task runs regardless.
    this.#tail = done.catch(() => undefined);
    return done;
  }

  /** Ends every stream. A listener whose filter takes too long is told not to come back with it. */
  #closeStreams(culprit: number | null = null) {
    const slow = culprit === null ? undefined : this.#listeners.get(culprit);
    slow?.stream.send({ name: 'channelError', data: timeoutError.body });
    for (const { stream } of [...this.#listeners.values()]) stream.close();
  }
}
