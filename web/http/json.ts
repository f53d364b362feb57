/** The JSON value in a text or in bytes of UTF-8; undefined when it is none. */
export function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(textOf(body));
  } catch {
    return undefined;
  }
}

const textOf = (body: string | Uint8Array) =>
  typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);

/**
 * Whether the object in a valid JSON text names one of its own fields twice. Readers differ on which of the two counts,
 * so a bill that says two amounts says none.
 */
export function namesTwice(json: string | Uint8Array): boolean {
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
