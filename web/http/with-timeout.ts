/** The time passes in steps: however long the process is busy, one step passes. */
const steps = 10;

/**
 * Rejects with a TimeoutError after some time and aborts `work`. A response that arrived while this process was busy, as
 * after a start, is still read. Does not wait for `work` to stop, because Next wraps `fetch` and can lose a request's
 * signal during garbage collection. AbortSignal.timeout would hold every request in memory until the time is over.
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  let left = steps;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    const reason = new DOMException(`No response within ${milliseconds} ms.`, 'TimeoutError');
    controller.abort(reason);
    reject(reason);
  }, milliseconds / steps);
  try {
    return await Promise.race([work(controller.signal), timeout]);
  } finally {
    clearInterval(timer);
  }
}
