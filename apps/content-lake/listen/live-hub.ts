import { tagsOfChange } from '../query/sync-tags.ts';
import type { Dataset } from '../store/dataset.ts';
import { isPublished } from '../store/document.ts';
import { referencesOf } from '../store/references.ts';
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

  open(options: { includeDrafts: boolean; lastEventId: string | undefined }): EventStream {
    const stream = new EventStream();
    const missed = this.#missed(options.lastEventId);
    if (options.lastEventId !== undefined && !missed)
      stream.send({ name: 'restart', id: this.#position(), data: {} });
    else stream.send({ name: 'welcome', id: this.#position(), data: {} });
    for (const transaction of missed ?? []) this.#tell(stream, transaction, options.includeDrafts);
    this.#readers.set(stream, { includeDrafts: options.includeDrafts });
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

  #missed(lastEventId: string | undefined): CommittedTransaction[] | null {
    const seq = /^live:(\d+)$/.exec(Buffer.from(lastEventId ?? '', 'base64url').toString())?.[1];
    if (seq === undefined || this.#dataset.seq - Number(seq) > maxResume) return null;
    return this.#dataset.history.since(Number(seq), maxResume);
  }

  #tell(stream: EventStream, transaction: CommittedTransaction, includeDrafts: boolean) {
    const changes = transaction.changes.filter((change) => includeDrafts || isPublished(change.id));
    if (changes.length === 0) return;
    const tags = new Set(
      changes.flatMap(({ id, before, after }) =>
        tagsOfChange({
          id,
          types: [before?._type, after?._type].filter((type) => type !== undefined),
          references: [...referencesOf(before).keys(), ...referencesOf(after).keys()],
        }),
      ),
    );
    stream.send({ id: this.#position(transaction.seq), data: { tags: [...tags] } });
  }
}
