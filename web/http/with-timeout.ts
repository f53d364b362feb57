/** Aborts `work` with a TimeoutError. AbortSignal.timeout would keep a whole request in memory until its time is over. */
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
