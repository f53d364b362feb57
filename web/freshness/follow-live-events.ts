import { publishedClient } from '#web/content/client.ts';
import { second } from '#web/contracts/durations.ts';

/** Milliseconds to wait before the next attempt if the content API refuses the connection. */
const retryAfter = 30 * second;

type Listener = {
  /** Called with the sync tags of published changes. */
  onTags(tags: readonly string[]): void;
  /** Called when events may have been missed: at the start, after a reconnect, or when the content API says so. */
  onGap(): void;
};

let connected = false;

export const followsLiveEvents = (): boolean => connected;

/** Subscribes to live events of hosted Sanity or the embedded lake until the process ends. */
export function followLiveEvents(listener: Listener): void {
  publishedClient()
    .live.events()
    .subscribe({
      next(event) {
        if (event.type === 'message') return listener.onTags(event.tags);
        connected = event.type === 'welcome' || event.type === 'restart';
        if (connected) listener.onGap();
      },
      error(error: unknown) {
        connected = false;
        console.error('The content API refused the live events. Trying again in 30 s.', error);
        setTimeout(() => followLiveEvents(listener), retryAfter).unref();
      },
    });
}
