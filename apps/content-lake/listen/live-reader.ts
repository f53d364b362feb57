import { tagsOfChange } from '../query/sync-tags.ts';
import { isPublished } from '../store/document.ts';
import { eventText } from './event-stream.ts';
import type { Cursor, Log } from './log.ts';
import type { LiveRequest } from './protocol.ts';

/** Readers of live events get at most this many transactions that they missed; more, and they start over. */
const maxResume = 200;

/** Tells which sync tags a change concerns, so that results that carry them are asked for again. */
export function liveReader(log: Log, { includeDrafts, lastEventId }: LiveRequest): Cursor {
  const resumed = lastEventId === undefined ? log.seq : log.resume(lastEventId, maxResume);
  const seq = resumed ?? log.seq;
  // The id is where the reader was: should the stream break here, what it missed is told again.
  const id = resumed === null || lastEventId === undefined ? log.newest : lastEventId;
  return {
    seq,
    greeting: eventText({ name: resumed === null ? 'restart' : 'welcome', id, data: {} }),
    eventsOf(transaction) {
      const changes = transaction.changes.filter((change) => includeDrafts || isPublished(change.id));
      if (changes.length === 0) return '';
      return eventText({ id: transaction.id, data: { tags: [...new Set(changes.flatMap(tagsOfChange))] } });
    },
  };
}
