import { typedError } from '../errors.ts';
import { collectGarbage, usedHeapBytes } from '../thread.ts';
import { megabyte } from '../units.ts';

/** Memory that one query may use. A result of the largest allowed size needs several times its length. */
const maxUsed = 128 * megabyte;
/** Bytes of new garbage between two collections. */
const maxGarbage = 64 * megabyte;
const interval = 64;

export const tooMuchMemory = typedError(400, 'queryEvaluationError', 'The query needs too much memory');

/**
 * Returns a function to call whenever a query reads documents. It throws `tooMuchMemory` above `maxUsed`. Without this
 * limit a query could grow up to the heap limit, which ends the whole worker.
 */
export function memoryLimit(): () => void {
  const start = usedHeapBytes();
  let next = start + maxUsed;
  let calls = 0;
  return () => {
    if (++calls % interval !== 0 || usedHeapBytes() < next) return;
    collectGarbage();
    if (usedHeapBytes() > start + maxUsed) throw tooMuchMemory;
    next = usedHeapBytes() + maxGarbage;
  };
}
