/**
 * Aborts `work` with a TimeoutError, and does not wait for it to stop: Next wraps `fetch`, and loses a request's signal
 * when memory is collected. AbortSignal.timeout would keep a whole request in memory until its time is over.
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new DOMException(`No answer within ${milliseconds} ms.`, 'TimeoutError');
    controller.abort(reason);
    reject(reason);
  }, milliseconds);
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
