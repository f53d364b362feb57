import { getPublishedId } from '@sanity/client/csm';
import { fillPlaceholders } from '#schemas/placeholders.ts';
import '#web/zod-without-eval.ts';
import { z } from 'zod/mini';
import { propertyOf } from '#schemas/property.ts';
import { typingChannel } from '#web/contracts/typing.ts';
import type { Owner } from './marks.ts';

const message = z.object({ document: z.looseObject({ _id: z.string() }) });

/** Milliseconds after the last keystroke until the stored text counts: the Studio stores once a second. */
const settledAfter = 5_000;

const typed = new Map<string, unknown>();
const listeners = new Set<() => void>();
let values: Record<string, string> = {};

export function onTyping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A field's text in the Studio's form, placeholders filled; undefined unless it is being edited. */
export function typedText({ id, path }: Pick<Owner, 'id' | 'path'>): string | undefined {
  let value = typed.get(id);
  for (const step of path) {
    if (typeof step !== 'object') value = propertyOf(value, String(step));
    else value = Array.isArray(value) ? value.find((item) => item?._key === step._key) : undefined;
  }
  return typeof value === 'string' ? fillPlaceholders(value, values) : undefined;
}

/** Values of the page's placeholders. */
export function fillTypedWith(placeholders: Record<string, string>): void {
  values = placeholders;
}

/** Follows the Studio in the same browser; returns the unsubscribe function. */
export function followTyping(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const settle = () => {
    typed.clear();
    tell();
  };
  const channel = new BroadcastChannel(typingChannel);
  channel.onmessage = ({ data }) => {
    const said = message.safeParse(data);
    if (!said.success) return;
    const { document } = said.data;
    typed.set(getPublishedId(document._id), document);
    tell();
    clearTimeout(timer);
    timer = setTimeout(settle, settledAfter);
  };
  return () => {
    channel.close();
    clearTimeout(timer);
    settle();
  };
}
