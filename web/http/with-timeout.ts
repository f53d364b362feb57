/**
 * Does work whose signal is aborted after so many milliseconds, with a TimeoutError. AbortSignal.timeout would hold what
 * the work belongs to, such as a visitor's whole request, until its time is over, however soon the answer came.
 */
export async function withTimeout<T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(
    () => controller.abort(new DOMException(`No answer within ${milliseconds} ms.`, 'TimeoutError')),
    milliseconds,
  );
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
