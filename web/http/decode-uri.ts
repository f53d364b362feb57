/** Decodes the percent-encoding of a path or part of a path. Returns undefined if the encoding is malformed. */
export function decodeUri(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
