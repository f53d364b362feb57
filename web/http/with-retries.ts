/**
 * Repeats a request while its error says that another try can help, after each of these pauses (milliseconds). Rejects
 * with the last error.
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
