import type { Dataset } from '../store/dataset.ts';
import { supervisedThread, type Thread } from '../thread.ts';
import { type EventStream, eventStream } from './event-stream.ts';
import type { FromReader, StreamRequest, ToReader } from './protocol.ts';

/** Event streams of all datasets: each is a cursor on the log, read by a separate thread up to the last commit. */
export class Hubs {
  readonly #streams = new Map<number, { stream: EventStream; dataset: string }>();
  readonly #followed = new WeakSet<Dataset>();
  #thread: Thread<ToReader, FromReader> | undefined;
  #count = 0;

  /** Query errors go into the stream as `channelError`, as clients expect. */
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
    this.#thread ??= this.#start();
    this.#send({ kind: 'open', stream: number, dataset: id, file, seq, request });
    return stream;
  }

  forget({ id }: Dataset) {
    for (const { stream, dataset } of this.#streams.values()) if (dataset === id) stream.close();
    this.#send({ kind: 'forget', dataset: id });
  }

  async close() {
    this.#closeStreams();
    await this.#thread?.close();
  }

  #send(message: ToReader) {
    this.#thread?.tell(message);
  }

  #start() {
    const script = new URL('./reader-worker.ts', import.meta.url);
    return supervisedThread<ToReader, FromReader>(
      { name: 'thread that reads the log for event streams', script, heap: 1024 },
      ({ stream: number, text, isLast }) => {
        const stream = this.#streams.get(number)?.stream;
        stream?.write(text);
        if (isLast) stream?.close();
      },
      () => this.#closeStreams(),
    );
  }

  #closeStreams() {
    for (const { stream } of this.#streams.values()) stream.close();
  }
}
