/** Joins texts with commas. Yields for empty ones too, so that others have their turn meanwhile. */
export function* separated<T>(items: Iterable<T>, write: (item: T) => string): Generator<string> {
  let separator = '';
  for (const item of items) {
    const text = write(item);
    yield text && separator + text;
    if (text) separator = ',';
  }
}
