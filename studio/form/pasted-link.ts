import type { SanityClient } from '@sanity/client';
import { z } from 'zod';
import { checkSitePath, checkWebAddress } from '#schemas/link-rules.ts';
import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { siteAddress } from '#studio/settings.ts';
import { digitsOf } from '#web/contracts/phone.ts';

const pages = z.array(z.object({ _id: z.string(), _type: z.string(), slug: z.string() }));

/** Known link targets: loaded pages of the site, and the agency's own e-mail address and phone number. */
interface LinkTargets {
  pages: z.infer<typeof pages>;
  email?: string | undefined;
  phone?: string | undefined;
}

const query = '*[_type in $types && slug.current in $slugs]{_id, _type, "slug": slug.current}';

/** Loads the published pages at the given paths. */
export async function loadPages(
  client: SanityClient,
  paths: readonly string[],
): Promise<LinkTargets['pages']> {
  const slugs = paths.flatMap((path) => documentsAt(path).map(({ slug }) => slug));
  if (slugs.length === 0) return [];
  const found = await client
    .withConfig({ perspective: 'published', useCdn: false })
    .fetch<unknown>(query, { types: pageTypes, slugs });
  return pages.parse(found);
}

const contact = z.object({ email: z.string().optional(), phone: z.string().optional() });
/** Milliseconds that a paste waits for the agency's own addresses. After that, links to them become text. */
const contactTimeout = 2_000;

/** Loads the agency's e-mail address and phone number. Resolves to an empty object after `contactTimeout`. */
export function loadContact(client: SanityClient): Promise<z.infer<typeof contact>> {
  const loaded = client
    .withConfig({ perspective: 'published', useCdn: false })
    .fetch<unknown>('*[_id == "siteSettings"][0]{"email": coalesce(email, ""), "phone": coalesce(phone, "")}')
    .then((found) => contact.parse(found))
    .catch(() => ({}));
  return Promise.race([loaded, new Promise<object>((resolve) => setTimeout(resolve, contactTimeout, {}))]);
}

/** Redirects of Google and Outlook that wrap the real address. */
const trackingRedirect =
  /^https:\/\/(?:www\.google\.[a-z.]+\/url\?|\w+\.safelinks\.protection\.outlook\.com\/)/;

function withoutTracking(href: string): string {
  if (!trackingRedirect.test(href)) return href;
  const { searchParams } = new URL(href);
  return searchParams.get('q') ?? searchParams.get('url') ?? href;
}

/** Returns the path of an address on this site; empty for other sites. */
function sitePath(href: string): string {
  const address = withoutTracking(href);
  if (/^\/(?!\/)/.test(address)) return address;
  if (!URL.canParse(address)) return '';
  const { origin, pathname, search, hash } = new URL(address);
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  return origin === new URL(siteAddress()).origin ? `${path}${search}${hash}` : '';
}

/** Returns a link value (without a key) for a pasted address; null if visitors cannot follow it. */
export function linkFor(href: string, { pages, email, phone }: LinkTargets) {
  const _type = 'link';
  const path = sitePath(href);
  const page = pages.find((one) => hrefFor(one) === path);
  if (page) return { _type, kind: 'internal', reference: { _type: 'reference', _ref: page._id } };
  if (path) return checkSitePath(path) === true ? { _type, kind: 'path', path } : null;
  const address = withoutTracking(href);
  if (checkWebAddress(address) === true) return { _type, kind: 'url', url: address };
  const [scheme, target = ''] = address.split(/[:?]/);
  if (scheme === 'mailto' && target.toLowerCase() === email?.toLowerCase()) return { _type, kind: 'email' };
  if (scheme === 'tel' && phone && digitsOf(target) === digitsOf(phone)) return { _type, kind: 'phone' };
  return null;
}
