import { getPublishedId } from '@sanity/client/csm';
import { fillPlaceholders } from '#schemas/placeholders.ts';
import '#web/zod-without-eval.ts';
import { z } from 'zod/mini';
import { propertyOf } from '#schemas/property.ts';
import { second } from '#web/contracts/durations.ts';
import { typingChannel } from '#web/contracts/typing.ts';
import type { SourceField } from './source-markers.ts';

const message = z.object({ document: z.looseObject({ _id: z.string() }) });

/** Milliseconds from the last keystroke until the stored text is shown. The Studio saves once a second. */
const settledAfter = 5 * second;

/** Milliseconds that a refresh waits for the next letter of a text that was cleared. */
const clearedFor = 3 * second;

const typed = new Map<string, unknown>();
const listeners = new Set<() => void>();
let values: Record<string, string> = {};
let refreshAfter = 0;

export function onTyping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a field's text in the Studio's form, with placeholders filled; undefined if nobody is editing. */
export function typedText({ id, path }: Pick<SourceField, 'id' | 'path'>): string | undefined {
  const document = typed.get(id);
  if (document === undefined) return undefined;
  let value: unknown = document;
  for (const step of path) {
    if (typeof step !== 'object') value = propertyOf(value, String(step));
    else value = Array.isArray(value) ? value.find((item) => item?._key === step._key) : undefined;
  }
  // The form unsets a field that is cleared.
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? fillPlaceholders(value, values) : undefined;
}

/** Delays the next refresh of the page: while a text is stored as empty, the refreshed page would lack its element. */
export function delayRefresh(): void {
  refreshAfter = Date.now() + clearedFor;
}

/** Returns the milliseconds until the page may be refreshed. */
export const refreshDelay = (): number => Math.max(0, refreshAfter - Date.now());

/** Sets the values of the page's placeholders. */
export function setPlaceholderValues(placeholders: Record<string, string>): void {
  values = placeholders;
}

/** Follows typing in the Studio in the same browser. Returns a function that stops following. */
export function followTyping(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const settle = () => {
    typed.clear();
    notify();
  };
  const channel = new BroadcastChannel(typingChannel);
  channel.onmessage = ({ data }) => {
    const parsed = message.safeParse(data);
    if (!parsed.success) return;
    const { document } = parsed.data;
    typed.set(getPublishedId(document._id), document);
    notify();
    clearTimeout(timer);
    timer = setTimeout(settle, settledAfter);
  };
  return () => {
    channel.close();
    clearTimeout(timer);
    settle();
  };
}
