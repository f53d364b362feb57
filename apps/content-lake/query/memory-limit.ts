import { typedError } from '../errors.ts';
import { collectGarbage, usedHeapBytes } from '../thread.ts';

/** Bytes that one query may hold while it runs: a result of the largest size takes several times its text. */
const most = 128 * 1024 * 1024;
/** Bytes of new garbage between two collections. */
const garbage = 64 * 1024 * 1024;
/** Calls between two measurements. */
const interval = 64;

export const tooMuchMemory = typedError(400, 'queryEvaluationError', 'The query needs too much memory');

/**
 * Returns a function to call whenever a query reads documents. Throws `tooMuchMemory` once the query holds too much.
 * Otherwise a query would grow for as long as its time allows, up to the heap limit that ends the whole worker.
 */
export function memoryLimit(): () => void {
  const start = usedHeapBytes();
  let next = start + most;
  let calls = 0;
  return () => {
    if (++calls % interval !== 0 || usedHeapBytes() < next) return;
    collectGarbage();
    if (usedHeapBytes() > start + most) throw tooMuchMemory;
    next = usedHeapBytes() + garbage;
  };
}
