import { publishedClient } from '#web/content/client.ts';

/** Milliseconds before the live events are asked for again after they were refused. */
const retryAfter = 30_000;

type Listener = {
  /** Published documents have changed what these sync tags stand for. */
  onTags(tags: readonly string[]): void;
  /** Something may have been missed: at the start, after a reconnect, and when the content API says so. */
  onGap(): void;
};

let connected = false;

/** Whether changes are being heard of as they happen. */
export const followsLiveEvents = (): boolean => connected;

/** Listens to the content API for as long as this process lives: hosted Sanity and the embedded lake alike. */
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
        console.error('The live events of the content API were refused; asking again in 30 s.', error);
        setTimeout(() => followLiveEvents(listener), retryAfter).unref();
      },
    });
}
