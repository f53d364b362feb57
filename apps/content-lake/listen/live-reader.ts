import { tagsOfChange } from '../query/sync-tags.ts';
import { isPublished } from '../store/document.ts';
import { eventText } from './event-stream.ts';
import type { Cursor, Log } from './log.ts';
import type { LiveRequest } from './protocol.ts';

/** Missed transactions that are resent; after more, a reader starts over. */
const maxResume = 200;

/** Reports the sync tags of changes, whose results are to be fetched again. */
export function liveReader(log: Log, { includeDrafts, lastEventId }: LiveRequest): Cursor {
  const resumed = lastEventId === undefined ? log.seq : log.resume(lastEventId, maxResume);
  const seq = resumed ?? log.seq;
  // The reader's own position, so that a break here loses nothing.
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
