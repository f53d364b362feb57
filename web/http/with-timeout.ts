/**
 * Rejects with a TimeoutError after some time and aborts `work`. Does not wait for `work` to stop, because Next wraps
 * `fetch` and can lose a request's signal during garbage collection. AbortSignal.timeout would hold every request in
 * memory until the time is over.
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new DOMException(`No response within ${milliseconds} ms.`, 'TimeoutError');
    controller.abort(reason);
    reject(reason);
  }, milliseconds);
  try {
    return await Promise.race([work(controller.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
