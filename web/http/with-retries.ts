/**
 * Retries a request after each of the `pauses` (milliseconds), as long as `canHelp` says that its error is temporary.
 * Rejects with the last error.
 */
export async function withRetries<T>(
  pauses: readonly number[],
  canHelp: (error: unknown) => boolean,
  request: () => Promise<T>,
): Promise<T> {
  for (const pause of pauses) {
    try {
      return await request();
    } catch (error) {
      if (!canHelp(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return request();
}
