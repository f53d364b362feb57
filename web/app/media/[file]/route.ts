import { unlessUnavailable } from '#web/content/client.ts';
import { imageAddress } from '#web/content/image-address.ts';
import { second } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { withTimeout } from '#web/http/with-timeout.ts';

/** Milliseconds that the content API may take to render an image. */
const timeoutMs = 15 * second;

/**
 * Proxies pictures from the content API, which crops and encodes them, so that browsers contact no third party. The picture
 * at a URL never changes, so browsers may cache it for a year.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { sanity } = siteSettings();
  const address = imageAddress(sanity, (await params).file, new URL(request.url).searchParams);
  if (!address) return new Response('There is no such picture.', { status: 404 });
  try {
    return await withTimeout(timeoutMs, async (late) => {
      const image = await unlessUnavailable(
        fetch(address, {
          headers: {
            accept: request.headers.get('accept') ?? 'image/*',
            // The lake serves authenticated requests first.
            ...(sanity.apiHost && sanity.readToken ? { authorization: `Bearer ${sanity.readToken}` } : {}),
          },
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
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept',
        },
      });
    });
  } catch {
    return new Response('The picture is temporarily unavailable.', { status: 502 });
  }
}
