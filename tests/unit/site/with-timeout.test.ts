import { stat } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { withTimeout } from '#web/http/with-timeout.ts';

/** Milliseconds. */
const timeout = 400;

test('a response counts that arrived while the process was busy', async () => {
  const work = async () => {
    const response = stat(import.meta.filename);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timeout);
    return response;
  };
  await expect(withTimeout(timeout, work)).resolves.toBeDefined();
});

test('work without a response is aborted', async () => {
  const aborted = vi.fn();
  const work = (signal: AbortSignal) => new Promise(() => signal.addEventListener('abort', aborted));
  await expect(withTimeout(10, work)).rejects.toThrow('No response within 10 ms.');
  expect(aborted).toHaveBeenCalledOnce();
});
