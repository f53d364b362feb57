import { tagsOfChange } from '../query/sync-tags.ts';
import type { Dataset } from '../store/dataset.ts';
import { isPublished } from '../store/document.ts';
import type { CommittedTransaction } from '../store/transaction.ts';
import { EventStream } from './event-stream.ts';

/** Readers of live events get at most this many transactions at once that they missed; more, and they start over. */
const maxResume = 200;

/** Tells readers which sync tags a change concerns, so that they ask again for results that carry them. */
export class LiveHub {
  readonly #dataset: Dataset;
  readonly #readers = new Map<EventStream, { includeDrafts: boolean }>();
  readonly #unsubscribe: () => void;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
    this.#unsubscribe = dataset.onCommit((transaction) => {
      for (const [stream, { includeDrafts }] of this.#readers) this.#tell(stream, transaction, includeDrafts);
    });
  }

  /** Opens a stream. A reader that resumes gets what it missed, or `restart` when the log cannot tell. */
  open(options: { includeDrafts: boolean; lastEventId: string | undefined }): EventStream {
    const { includeDrafts, lastEventId } = options;
    const stream = new EventStream();
    const missed = lastEventId === undefined ? [] : this.#missed(lastEventId);
    // The id of a welcome is where the reader was: should the stream break here, what it missed is sent again.
    const id = missed ? (lastEventId ?? this.#position()) : this.#position();
    stream.send({ name: missed ? 'welcome' : 'restart', id, data: {} });
    for (const transaction of missed ?? []) this.#tell(stream, transaction, includeDrafts);
    this.#readers.set(stream, { includeDrafts });
    stream.onClose(() => this.#readers.delete(stream));
    return stream;
  }

  close() {
    this.#unsubscribe();
    for (const stream of [...this.#readers.keys()]) stream.close();
  }

  /** Event ids are positions in the dataset's log, as text that says nothing about its size. */
  #position(seq = this.#dataset.seq): string {
    return Buffer.from(`live:${seq}`).toString('base64url');
  }

  /** Every transaction after an event, or null when one of them is gone or the event is not of this log. */
  #missed(lastEventId: string): CommittedTransaction[] | null {
    const position = /^live:(\d+)$/.exec(Buffer.from(lastEventId, 'base64url').toString())?.[1];
    if (position === undefined) return null;
    const count = this.#dataset.seq - Number(position);
    if (count < 0 || count > maxResume) return null;
    const missed = this.#dataset.history.since(Number(position), maxResume);
    return missed.length === count ? missed : null;
  }

  #tell(stream: EventStream, transaction: CommittedTransaction, includeDrafts: boolean) {
    const changes = transaction.changes.filter((change) => includeDrafts || isPublished(change.id));
    if (changes.length === 0) return;
    const tags = [...new Set(changes.flatMap(tagsOfChange))];
    stream.send({ id: this.#position(transaction.seq), data: { tags } });
  }
}
