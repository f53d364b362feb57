import { typedError } from '../errors.ts';
import { textStream } from '../listen/event-stream.ts';

/** Bytes: of one asker's answers, and of a part of one. */
const most = 32 * 1024 * 1024;
const partSize = 256 * 1024;

const tooMuch = typedError(
  429,
  'queryConcurrencyError',
  'Results that were asked for before are not read yet: read them first',
);

/** Bytes of answers that wait for their readers, by asker. */
const unread = new Map<string, number>();

/** Parts as one body that is sent at its reader's pace. Throws 429 while the asker has left too much unread. */
export function counted(asker: string, parts: Uint8Array[]): ReadableStream<Uint8Array> {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  const before = unread.get(asker) ?? 0;
  if (before > 0 && before + size > most) throw tooMuch;
  unread.set(asker, before + size);
  const { body, closed, write, close } = textStream(() => {
    const [first = new Uint8Array(), ...others] = parts;
    write(first.subarray(0, partSize));
    const rest = first.subarray(partSize);
    parts = rest.length > 0 ? [rest, ...others] : others;
    if (parts.length === 0) close();
  });
  closed.addEventListener('abort', () => {
    unread.set(asker, (unread.get(asker) ?? 0) - size);
    parts = [];
  });
  return body;
}
