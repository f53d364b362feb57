import { httpError, LakeError } from '../errors.ts';
import type { ReadRequest } from '../read/read.ts';
import type { Dataset } from '../store/dataset.ts';
import { supervisedThread, type Thread } from '../thread.ts';
import { type TextStream, textStream } from './event-stream.ts';
import type { EventRequest, FromReader, StreamRequest, ToReader } from './protocol.ts';

/** Milliseconds for which one snapshot may be read, as the log cannot be tidied up meanwhile. */
const longestRead = 15 * 60_000;

type Open = {
  stream: TextStream;
  dataset: string;
  /** Called with the first text, or with why there is none. */
  begin: (error?: Error) => void;
};

/** Texts that a thread of its own reads, at their readers' pace: events up to the last commit, documents, history. */
export class Hubs {
  readonly #streams = new Map<number, Open>();
  readonly #followed = new WeakSet<Dataset>();
  #thread: Thread<ToReader, FromReader> | undefined;
  readonly #isPatient: boolean;
  #count = 0;

  /** `isPatient`: its thread works while others have nothing to do. */
  constructor(isPatient = false) {
    this.#isPatient = isPatient;
  }

  /** Query errors go into the stream as `channelError`, as clients expect. */
  open(dataset: Dataset, asker: string, request: EventRequest): TextStream {
    if (!this.#followed.has(dataset))
      dataset.onCommit(() => this.#send({ kind: 'written', dataset: dataset.id, seq: dataset.seq }));
    this.#followed.add(dataset);
    return this.#open(dataset, asker, request, () => {}).stream;
  }

  /** Resolves once there is a first text. Rejects with a LakeError. */
  read(dataset: Dataset, asker: string, type: string, read: ReadRequest, left: AbortSignal) {
    return new Promise<Response>((resolve, reject) => {
      const { stream, more } = this.#open(dataset, asker, { read }, (error) => {
        if (error) reject(error);
        else resolve(new Response(stream.body, { headers: { 'Content-Type': type } }));
      });
      const timer = setTimeout(() => stream.close(tooLong), longestRead).unref();
      const leave = () => stream.close();
      left.addEventListener('abort', leave);
      stream.closed.addEventListener('abort', () => {
        clearTimeout(timer);
        left.removeEventListener('abort', leave);
        reject(interrupted);
      });
      more();
    });
  }

  forget({ id }: Dataset) {
    for (const { stream, dataset } of this.#streams.values()) if (dataset === id) stream.close();
    this.#send({ kind: 'forget', dataset: id });
  }

  async close() {
    this.#closeStreams(interrupted);
    await this.#thread?.close();
  }

  #open(dataset: Dataset, asker: string, request: StreamRequest, begin: Open['begin']) {
    const { id, file, seq } = dataset;
    const number = ++this.#count;
    const more = () => this.#send({ kind: 'more', stream: number });
    const stream = textStream(more);
    this.#streams.set(number, { stream, dataset: id, begin });
    stream.closed.addEventListener('abort', () => {
      this.#streams.delete(number);
      this.#send({ kind: 'end', stream: number });
    });
    this.#thread ??= this.#start();
    this.#send({ kind: 'open', stream: number, asker, dataset: id, file, seq, request });
    return { stream, more };
  }

  #send(message: ToReader) {
    this.#thread?.tell(message);
  }

  #start() {
    const script = new URL('./reader-worker.ts', import.meta.url);
    return supervisedThread<ToReader, FromReader>(
      {
        name: 'thread that reads for streams',
        script,
        heap: this.#isPatient ? 128 : 256,
        data: this.#isPatient,
      },
      ({ stream: number, bytes, isLast, error }) => {
        const open = this.#streams.get(number);
        if (!open) return;
        const fault = error && new LakeError(error.status, error.message, error.body);
        open.begin(fault);
        open.stream.write(bytes);
        if (isLast) open.stream.close(fault);
      },
      (_reason, isMemory) => this.#closeStreams(isMemory ? tooMuch : interrupted),
    );
  }

  /** Listeners connect again and resume; answers that lack their end must not look whole. */
  #closeStreams(error: LakeError) {
    for (const { stream, begin } of this.#streams.values()) {
      begin(error);
      stream.close(error);
    }
  }
}

const interrupted = httpError(503, 'Reading was interrupted');
const tooMuch = httpError(413, 'Reading needs too much memory: ask for less at once');
const tooLong = httpError(413, 'Reading took too long');
