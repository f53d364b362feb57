/** Of a path or a part of one, in percent signs; undefined if it cannot be read. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
