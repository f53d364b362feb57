import type { Answer } from './answers.ts';
import { refusal } from './answers.ts';

/** Largest body of a request from a browser; a full one is under 1 kB. */
export const bodyLimit = 16_384;
/** Largest webhook; Razorpay's are under 10 kB. */
export const webhookLimit = 262_144;

/** An answer as an HTTP response that nothing on the way may keep. */
export function toResponse({ status, body, headers }: Answer): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** The handler for every method that a route does not have. */
export function methodNotAllowed(allowed: string) {
  return () =>
    toResponse({ ...refusal(405, `Only ${allowed} is allowed here.`), headers: { allow: allowed } });
}

const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

/**
 * The bytes of a request with JSON or a form, or the refusal to send: 415 for another content type, character set or
 * content encoding, 413 for a body over `limit` bytes. A length that is announced too large is refused unread.
 */
export async function readBody(
  request: Request,
  limit: number,
  kind: keyof typeof contentTypes = 'json',
): Promise<Uint8Array | Answer> {
  const [type = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const isUtf8 = parameters.every((parameter) => !/charset(?!\s*=\s*"?utf-?8"?\s*$)/.test(parameter));
  if (type.trim() !== contentTypes[kind] || !isUtf8)
    return refusal(415, `Send the body with content-type ${contentTypes[kind]}, in UTF-8.`);
  if ((request.headers.get('content-encoding') || 'identity').toLowerCase() !== 'identity')
    return refusal(415, 'Send the body without a content-encoding.');
  const tooLarge = refusal(413, `The body is larger than ${limit} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) return tooLarge;
      chunks.push(chunk);
    }
  } catch {
    return refusal(400, 'The body ended early.');
  }
  return Buffer.concat(chunks);
}

/**
 * Whether the object in a valid JSON text names one of its own fields twice. Readers differ on which of the two counts,
 * so a bill that says two amounts says none.
 */
function namesTwice(json: string): boolean {
  const seen = new Set<unknown>();
  let depth = 0;
  for (const [token, text, colon] of json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[[\]{}]/g)) {
    if (text === undefined) depth += token === '{' || token === '[' ? 1 : -1;
    else if (colon && depth === 1) {
      const name: unknown = JSON.parse(text);
      if (seen.has(name)) return true;
      seen.add(name);
    }
  }
  return false;
}

/** The JSON value in a request's body, or the refusal to send. */
export async function readJson(request: Request): Promise<{ value: unknown } | { refused: Answer }> {
  const body = await readBody(request, bodyLimit);
  if (!(body instanceof Uint8Array)) return { refused: body };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    return namesTwice(text) ? { refused: refusal(400, 'The body names a field twice.') } : { value };
  } catch {
    return { refused: refusal(400, 'The body is not valid JSON.') };
  }
}

/**
 * The address to count a request under. The server overwrites `x-forwarded-for` with the connection's own address
 * unless it stands behind a proxy (see client-address.ts); the last entry is the one that the proxy added.
 */
export function addressOf(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() || 'unknown';
}
