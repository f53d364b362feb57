/** Parses JSON. Returns undefined for invalid JSON or UTF-8. */
export function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
}

const textOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);

/** Returns whether a valid JSON object repeats a key. Parsers differ on which of the two values counts. */
export function hasDuplicateKeys(json: string | Uint8Array): boolean {
  const seen = new Set<unknown>();
  let depth = 0;
  for (const [token, text, colon] of textOf(json).matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{}]/g)) {
    if (text === undefined) depth += token === '{' || token === '[' ? 1 : -1;
    else if (colon && depth === 1) {
      const name: unknown = JSON.parse(text);
      if (seen.has(name)) return true;
      seen.add(name);
    }
  }
  return false;
}
