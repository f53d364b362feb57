import { Worker } from 'node:worker_threads';
import { youngHeap } from '../heap.ts';
import type { Dataset } from '../store/dataset.ts';
import { type EventStream, eventStream } from './event-stream.ts';
import type { FromReader, StreamRequest, ToReader } from './protocol.ts';

/** Megabytes of heap for the thread: a log that needs more ends the streams, not the server. */
const maxHeap = 1024;

/**
 * The event streams of every dataset. Each is a cursor on the dataset's log, kept by a thread of its own, which reads on
 * while there are transactions to tell; news of a commit only says how far it may read.
 */
export class Hubs {
  readonly #streams = new Map<number, { stream: EventStream; dataset: string }>();
  readonly #followed = new WeakSet<Dataset>();
  #worker: Worker | undefined;
  #count = 0;

  /** Opens a stream. What is wrong with a query goes into the stream as `channelError`, where clients expect it. */
  open(dataset: Dataset, request: StreamRequest): EventStream {
    const { id, file, seq } = dataset;
    const number = ++this.#count;
    const stream = eventStream(() => this.#send({ kind: 'more', stream: number }));
    this.#streams.set(number, { stream, dataset: id });
    stream.closed.addEventListener('abort', () => {
      this.#streams.delete(number);
      this.#send({ kind: 'end', stream: number });
    });
    if (!this.#followed.has(dataset))
      dataset.onCommit(() => this.#send({ kind: 'written', dataset: id, seq: dataset.seq }));
    this.#followed.add(dataset);
    this.#worker ??= this.#start();
    this.#send({ kind: 'open', stream: number, dataset: id, file, seq, request });
    return stream;
  }

  /** Ends all streams of a dataset. */
  forget({ id }: Dataset) {
    for (const { stream, dataset } of this.#streams.values()) if (dataset === id) stream.close();
    this.#send({ kind: 'forget', dataset: id });
  }

  async close() {
    this.#closeStreams();
    await this.#worker?.terminate();
  }

  #send(message: ToReader) {
    this.#worker?.postMessage(message);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeap, ...youngHeap },
    });
    worker.on('message', ({ stream: number, text, isLast }: FromReader) => {
      const stream = this.#streams.get(number)?.stream;
      stream?.write(text);
      if (isLast) stream?.close();
    });
    worker.on('error', (error) => {
      console.error('The thread that reads the log for event streams failed:', error);
      this.#worker = undefined;
      this.#closeStreams();
    });
    return worker;
  }

  #closeStreams() {
    for (const { stream } of this.#streams.values()) stream.close();
  }
}
