import { typedError } from '../errors.ts';
import { textStream } from '../listen/event-stream.ts';

/** Bytes: of one asker's answers, and of a part of one. */
const most = 64 * 1024 * 1024;
const partSize = 256 * 1024;

const tooMuch = typedError(
  429,
  'queryConcurrencyError',
  'Results that were asked for before are not read yet: read them first',
);

/** Bytes of answers that wait for their readers, by asker. */
const unread = new Map<string, number>();

/** A body that is sent at its reader's pace. Throws 429 while the asker has left too much unread. */
export function counted(asker: string, bytes: Uint8Array): ReadableStream<Uint8Array> {
  const before = unread.get(asker) ?? 0;
  if (before > 0 && before + bytes.length > most) throw tooMuch;
  unread.set(asker, before + bytes.length);
  let rest = bytes;
  const { body, closed, write, close } = textStream(() => {
    write(rest.subarray(0, partSize));
    rest = rest.subarray(partSize);
    if (rest.length === 0) close();
  });
  closed.addEventListener('abort', () => {
    unread.set(asker, (unread.get(asker) ?? 0) - bytes.length);
    rest = rest.subarray(0, 0);
  });
  return body;
}
