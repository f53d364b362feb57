/**
 * Returns a `Content-Disposition` that saves a file under a name in any script (RFC 5987). Old browsers see only its ASCII
 * characters.
 */
export function attachment(name: string): string {
  const ascii = name.replace(/[^ !#$&+.\w-]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

type Stored = { name: string; type: string; digest: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * Responds with a private file, or with the one range of it that a GET asks for. No cache may store it. `digest` changes
 * with the bytes, so that a browser never joins parts of two versions. Next leaves out `Content-Length`.
 */
export function fileResponse({ method, headers: asked }: Request, file: Stored): Response {
  const { bytes, digest } = file;
  const headers = new Headers({
    'content-type': file.type,
    'content-disposition': attachment(file.name),
    'cache-control': 'private, no-store, no-transform',
    'accept-ranges': 'bytes',
    etag: `"${digest}"`,
  });
  const isSame = [null, `"${digest}"`].includes(asked.get('if-range'));
  const range = method === 'GET' && isSame ? readRange(asked.get('range'), bytes.length) : undefined;
  if (range === null) {
    headers.set('content-range', `bytes */${bytes.length}`);
    return new Response(null, { status: 416, headers });
  }
  const [from, to] = range ?? [0, bytes.length];
  if (range) headers.set('content-range', `bytes ${from}-${to - 1}/${bytes.length}`);
  const body = method === 'HEAD' ? null : bytes.subarray(from, to);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/**
 * Parses a `Range` header into the first byte and the byte after the last. Null if the file has no such bytes; undefined
 * for no range, several ranges or an invalid one, which are answered with the whole file.
 */
function readRange(header: string | null, size: number): [from: number, to: number] | null | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  return from < to ? [from, to] : null;
}
