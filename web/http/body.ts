const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  files: 'multipart/form-data',
} as const;

/**
 * Reads a request or response body. Returns its bytes, or a 413 error if it exceeds `limit` bytes. A Content-Length above
 * the limit is refused before reading. With `type`, returns a 415 error for any other content type, character set or
 * content encoding.
 */
export async function readBody(
  request: Pick<Request, 'headers' | 'body'>,
  limit: number,
  type?: keyof typeof contentTypes,
): Promise<Uint8Array<ArrayBuffer> | { status: number; error: string }> {
  if (type) {
    const [given = '', ...parameters] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
    const isUtf8 = parameters.every((parameter) => !/charset(?!\s*=\s*"?utf-?8"?\s*$)/.test(parameter));
    if (given.trim() !== contentTypes[type] || !isUtf8)
      return { status: 415, error: `Send the body with content-type ${contentTypes[type]}, in UTF-8.` };
    if ((request.headers.get('content-encoding') || 'identity').toLowerCase() !== 'identity')
      return { status: 415, error: 'Send the body without a content-encoding.' };
  }
  const tooLarge = { status: 413, error: `The body is larger than ${limit} bytes.` };
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
    return { status: 400, error: 'The body ended early.' };
  }
  return Buffer.concat(chunks);
}
