import { unlessUnavailable } from '#web/content/client.ts';
import { imageAddress, uploadAddress } from '#web/content/image-address.ts';
import { second } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { withTimeout } from '#web/http/with-timeout.ts';

/** Milliseconds that the content API may take to render an image. */
const timeoutMs = 15 * second;

const forever = 'public, max-age=31536000, immutable';

/** The lake serves authenticated requests first. */
function authorization(): Record<string, string> {
  const { apiHost, readToken } = siteSettings().sanity;
  return apiHost && readToken ? { authorization: `Bearer ${readToken}` } : {};
}

/**
 * Proxies pictures from the content API, which crops and encodes them, so that browsers contact no third party. The picture
 * at a URL never changes, so browsers may cache it for a year.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { sanity } = siteSettings();
  const upload = uploadAddress(sanity, (await params).file);
  if (upload) return sendUpload(request, upload);
  const address = imageAddress(sanity, (await params).file, new URL(request.url).searchParams);
  if (!address) return new Response('There is no such picture.', { status: 404 });
  try {
    return await withTimeout(timeoutMs, async (late) => {
      const image = await unlessUnavailable(
        fetch(address, {
          headers: { accept: request.headers.get('accept') ?? 'image/*', ...authorization() },
          signal: AbortSignal.any([request.signal, late]),
          cache: 'no-store',
        }),
      );
      const type = image.headers.get('content-type') ?? '';
      if (!image.ok || !type.startsWith('image/')) {
        await image.body?.cancel();
        return new Response('There is no such picture.', { status: image.status >= 500 ? 502 : 404 });
      }
      const picture = await image.arrayBuffer();
      return new Response(picture, {
        headers: {
          'content-type': type,
          'content-length': String(picture.byteLength),
          'cache-control': forever,
          vary: 'accept',
        },
      });
    });
  } catch {
    return new Response('The picture is temporarily unavailable.', { status: 502 });
  }
}

/** Sends a film or its captions, or the part of it that a browser asks for, without holding it in memory. */
async function sendUpload(request: Request, { url, type }: { url: URL; type: string }): Promise<Response> {
  const range = request.headers.get('range');
  try {
    const file = await withTimeout(timeoutMs, () =>
      unlessUnavailable(
        fetch(url, {
          headers: { ...(range && { range }), ...authorization() },
          signal: request.signal,
          cache: 'no-store',
        }),
      ),
    );
    if (![200, 206, 416].includes(file.status)) {
      await file.body?.cancel();
      return new Response('There is no such file.', { status: file.status >= 500 ? 502 : 404 });
    }
    const headers = new Headers({ 'content-type': type, 'cache-control': forever, 'accept-ranges': 'bytes' });
    for (const name of ['content-length', 'content-range', 'etag']) {
      const value = file.headers.get(name);
      if (value) headers.set(name, value);
    }
    return new Response(file.body, { status: file.status, headers });
  } catch {
    return new Response('The file is temporarily unavailable.', { status: 502 });
  }
}
