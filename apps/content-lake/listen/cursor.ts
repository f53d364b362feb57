import type { CommittedTransaction } from '../store/transaction.ts';

/** Where one stream stands in the log, and what it tells. */
export type Cursor = {
  /** The last transaction that was told. */
  seq: number;
  /** What the stream begins with. */
  greeting: string;
  /** The events of a transaction, empty where none concerns the reader. Throws a LakeError if it takes too long. */
  eventsOf(transaction: CommittedTransaction): string;
};

/** An event as it is written into a stream. */
export function eventText({ name, id, data }: { name?: string; id?: string; data: unknown }): string {
  const lines = [
    ...(name ? [`event: ${name}`] : []),
    ...(id ? [`id: ${id}`] : []),
    `data: ${JSON.stringify(data)}`,
  ];
  return `${lines.join('\n')}\n\n`;
}
