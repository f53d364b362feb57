import { httpError, LakeError } from '../errors.ts';
import type { ReadRequest } from '../read/read.ts';
import type { Dataset } from '../store/dataset.ts';
import { supervisedThread, type Thread } from '../thread.ts';
import { minute } from '../units.ts';
import { type TextStream, textStream } from './event-stream.ts';
import type { EventRequest, FromStreamWorker, StreamRequest, ToStreamWorker } from './protocol.ts';

/** Limits how long a snapshot stays open, because SQLite cannot truncate its write-ahead log while one is open. */
const maxReadTime = 15 * minute;

type OpenStream = {
  stream: TextStream;
  dataset: string;
  /** Called before the first text, or with an error if there will be no text. */
  onStart: (error?: Error) => void;
};

/** Streams events, documents, exports and history. A separate thread reads them at the clients' pace. */
export class StreamThread {
  readonly #streams = new Map<number, OpenStream>();
  readonly #subscribed = new WeakSet<Dataset>();
  #thread: Thread<ToStreamWorker, FromStreamWorker> | undefined;
  readonly #isLowPriority: boolean;
  #count = 0;

  constructor(isLowPriority = false) {
    this.#isLowPriority = isLowPriority;
  }

  /** Opens an event stream. A query error is sent as the event `channelError`, as clients expect. */
  subscribe(dataset: Dataset, client: string, request: EventRequest): TextStream {
    if (!this.#subscribed.has(dataset))
      dataset.onCommit(() => this.#send({ kind: 'committed', dataset: dataset.id, seq: dataset.seq }));
    this.#subscribed.add(dataset);
    return this.#open(dataset, client, request, () => {}).stream;
  }

  /** Resolves with a response once its first text is read. Rejects with a LakeError. */
  read(dataset: Dataset, client: string, type: string, read: ReadRequest, signal: AbortSignal) {
    return new Promise<Response>((resolve, reject) => {
      const { stream, requestMore } = this.#open(dataset, client, { read }, (error) => {
        if (error) reject(error);
        else resolve(new Response(stream.body, { headers: { 'Content-Type': type } }));
      });
      const timer = setTimeout(() => stream.close(readTimeout), maxReadTime).unref();
      const leave = () => stream.close();
      signal.addEventListener('abort', leave);
      stream.closed.addEventListener('abort', () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        reject(interrupted);
      });
      requestMore();
    });
  }

  closeDataset({ id }: Dataset) {
    for (const { stream, dataset } of this.#streams.values()) if (dataset === id) stream.close();
    this.#send({ kind: 'closeDataset', dataset: id });
  }

  async close() {
    this.#closeStreams(interrupted);
    await this.#thread?.close();
  }

  #open(dataset: Dataset, client: string, request: StreamRequest, onStart: OpenStream['onStart']) {
    const { id, file, seq } = dataset;
    const number = ++this.#count;
    const requestMore = () => this.#send({ kind: 'more', stream: number });
    const stream = textStream(requestMore);
    this.#streams.set(number, { stream, dataset: id, onStart });
    stream.closed.addEventListener('abort', () => {
      this.#streams.delete(number);
      this.#send({ kind: 'end', stream: number });
    });
    this.#thread ??= this.#start();
    this.#send({ kind: 'open', stream: number, client, dataset: id, file, seq, request });
    return { stream, requestMore };
  }

  #send(message: ToStreamWorker) {
    this.#thread?.send(message);
  }

  #start() {
    const script = new URL('./stream-worker.ts', import.meta.url);
    return supervisedThread<ToStreamWorker, FromStreamWorker>(
      { name: 'stream thread', script, heap: this.#isLowPriority ? 128 : 256, data: this.#isLowPriority },
      ({ stream: number, bytes, isLast, error }) => {
        const open = this.#streams.get(number);
        if (!open) return;
        const fault = error && new LakeError(error.status, error.message, error.body);
        open.onStart(fault);
        open.stream.write(bytes);
        if (isLast) open.stream.close(fault);
      },
      (_reason, isMemory) => this.#closeStreams(isMemory ? tooMuchMemory : interrupted),
    );
  }

  /** Ends all streams with an error, so that listeners reconnect and no incomplete response looks complete. */
  #closeStreams(error: LakeError) {
    for (const { stream, onStart } of this.#streams.values()) {
      onStart(error);
      stream.close(error);
    }
  }
}

const interrupted = httpError(503, 'Reading was interrupted. Try again.');
const tooMuchMemory = httpError(413, 'Reading needs too much memory. Request less at once.');
const readTimeout = httpError(413, 'Reading took too long. Request less at once.');
