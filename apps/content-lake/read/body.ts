import { setImmediate } from 'node:timers/promises';
import type { Dataset } from '../store/dataset.ts';
import { StoredDocuments } from '../store/documents.ts';
import { openReadOnly } from '../store/open.ts';
import { kilobyte } from '../units.ts';
import { type ReadRequest, readText } from './read.ts';

/** Characters that are sent at once. */
const partLength = 64 * kilobyte;
/** Milliseconds after which other work runs. */
const sliceTime = 10;

/** Returns a response body, read from one snapshot at the client's pace. Rejects with a LakeError. */
export async function readBody({ file }: Dataset, request: ReadRequest): Promise<BodyInit> {
  const db = openReadOnly(file);
  const closeAndThrow = (error: unknown) => {
    db.close();
    throw error;
  };
  db.exec('BEGIN');
  const texts = readText(new StoredDocuments(db), request);
  let part = await readPart(texts).catch(closeAndThrow);
  return new ReadableStream({
    async pull(controller) {
      controller.enqueue(Buffer.from(part.text));
      if (!part.isLast) part = await readPart(texts).catch(closeAndThrow);
      else {
        db.close();
        controller.close();
      }
    },
    cancel: () => void db.close(),
  });
}

async function readPart(texts: Iterator<string>): Promise<{ text: string; isLast: boolean }> {
  let text = '';
  for (let until = performance.now() + sliceTime; text.length < partLength; ) {
    const { value, done } = texts.next();
    if (done) return { text, isLast: true };
    text += value;
    if (performance.now() < until) continue;
    await setImmediate();
    until = performance.now() + sliceTime;
  }
  return { text, isLast: false };
}
