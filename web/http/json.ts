/** Parses JSON. Returns undefined for invalid JSON or UTF-8. */
export function parseJson(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(decodeText(body));
  } catch {
    return undefined;
  }
}

const decodeText = (body: string | Uint8Array) =>
  typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
