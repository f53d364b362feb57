import { fillPlaceholders } from '#schemas/placeholders.ts';
import '#web/zod-without-eval.ts';
import { z } from 'zod/mini';
import { propertyOf } from '#schemas/property.ts';
import { typingChannel } from '#web/contracts/typing.ts';
import type { Owner } from './marks.ts';

const message = z.object({ document: z.looseObject({ _id: z.string() }) });

/** Milliseconds after the last keystroke from when what is stored stands: the Studio stores once a second. */
const settledAfter = 5_000;

/** Documents as the Studio's form holds them. */
const typed = new Map<string, unknown>();
const listeners = new Set<() => void>();
let values: Record<string, string> = {};

/** Calls back whenever something is typed. */
export function onTyping(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What a field's text is in the Studio's form, its placeholders filled; undefined where nobody is typing. */
export function typedText({ id, path }: Pick<Owner, 'id' | 'path'>): string | undefined {
  let value = typed.get(id);
  for (const step of path) {
    if (typeof step !== 'object') value = propertyOf(value, String(step));
    else value = Array.isArray(value) ? value.find((item) => item?._key === step._key) : undefined;
  }
  return typeof value === 'string' ? fillPlaceholders(value, values) : undefined;
}

/** What placeholders in texts of the page stand for. */
export function fillTypedWith(placeholders: Record<string, string>): void {
  values = placeholders;
}

/** Follows the Studio of the same browser, until the function that it returns is called. */
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
    typed.set(document._id.replace(/^drafts\./, ''), document);
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
