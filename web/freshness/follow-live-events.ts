import type { LiveEvent } from '@sanity/client';
import { publishedClient } from '#web/content/client.ts';
import { second } from '#web/contracts/durations.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Milliseconds to wait before the next attempt if the content API refuses the connection. */
const retryAfter = 30 * second;

type Listener = {
  /** Called with the sync tags of published changes. */
  onTags(tags: readonly string[]): void;
  /** Called when events may have been missed: at the start, after a reconnect, or when the content API says so. */
  onGap(): void;
};

declare global {
  interface OncePerProcess {
    followsLiveEvents: boolean;
  }
}

export const followsLiveEvents = (): boolean => oncePerProcess.followsLiveEvents === true;

/** Subscribes to live events of hosted Sanity or the embedded lake until the process ends. */
export function followLiveEvents(listener: Listener): void {
  publishedClient()
    .live.events()
    .subscribe({
      next: (event) => handleLiveEvent(event, listener),
      error(error: unknown) {
        oncePerProcess.followsLiveEvents = false;
        console.error('The content API refused the live events. Trying again in 30 s.', error);
        setTimeout(() => followLiveEvents(listener), retryAfter).unref();
      },
    });
}

/** Notifies the listener of an event. After a welcome or a restart, events may have been missed. */
export function handleLiveEvent(event: LiveEvent, listener: Listener): void {
  if (event.type === 'message') {
    listener.onTags(event.tags);
    return;
  }
  const connected = event.type === 'welcome' || event.type === 'restart';
  oncePerProcess.followsLiveEvents = connected;
  if (connected) listener.onGap();
}
