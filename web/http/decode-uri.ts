/** Decodes the percent signs of a path or a part of it. Returns undefined if they are malformed. */
export function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
