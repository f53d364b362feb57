import { unlessAway } from '#web/content/client.ts';
import { imageAddress } from '#web/content/image-address.ts';
import { siteSettings } from '#web/env.ts';

/** Longest wait for the content API to make an image, in milliseconds. */
const patienceMs = 15_000;

/**
 * Pictures from our own address, so that visitors' browsers talk to nobody else. The content API crops and encodes
 * them; an address never changes its picture, so it may be kept for ever.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { sanity } = siteSettings();
  const address = imageAddress(sanity, (await params).file, new URL(request.url).searchParams);
  if (!address) return new Response('There is no such picture.', { status: 404 });
  let image: Response;
  try {
    const asked = fetch(address, {
      headers: {
        accept: request.headers.get('accept') ?? 'image/*',
        // The lake makes what we ask for before what strangers ask of it.
        ...(sanity.apiHost && sanity.readToken ? { authorization: `Bearer ${sanity.readToken}` } : {}),
      },
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(patienceMs)]),
      cache: 'no-store',
    });
    image = await unlessAway(asked);
  } catch {
    return new Response('The picture cannot be had at the moment.', { status: 502 });
  }
  const type = image.headers.get('content-type') ?? '';
  if (!image.ok || !type.startsWith('image/')) {
    await image.body?.cancel();
    return new Response('There is no such picture.', { status: image.status >= 500 ? 502 : 404 });
  }
  const length = image.headers.get('content-length');
  return new Response(image.body, {
    headers: {
      'content-type': type,
      ...(length ? { 'content-length': length } : {}),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept',
    },
  });
}
