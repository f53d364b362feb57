import { publishedClient } from '#web/content/client.ts';

/** Milliseconds before a retry after a refusal. */
const retryAfter = 30_000;

type Listener = {
  /** Published changes behind these sync tags. */
  onTags(tags: readonly string[]): void;
  /** Events may have been missed: at the start, after a reconnect, or as the content API says. */
  onGap(): void;
};

let connected = false;

export const followsLiveEvents = (): boolean => connected;

/** Subscribes for the process's lifetime, to hosted Sanity and the embedded lake alike. */
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
