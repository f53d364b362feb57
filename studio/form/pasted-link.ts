import { checkSitePath, checkWebAddress } from '#schemas/link-rules.ts';
import { siteAddress } from '#studio/settings.ts';
import { keepDigits } from '#web/contracts/phone.ts';

/** The agency's own addresses. A link to them follows the settings. */
interface OwnAddresses {
  email?: string | undefined;
  phone?: string | undefined;
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
export function linkFor(href: string, { email, phone }: OwnAddresses = {}) {
  const _type = 'link';
  const path = sitePath(href);
  if (path) return checkSitePath(path) === true ? { _type, kind: 'path', path } : null;
  const address = withoutTracking(href);
  if (checkWebAddress(address) === true) return { _type, kind: 'url', url: address };
  const [scheme, target = ''] = address.split(/[:?]/);
  if (scheme === 'mailto' && target.toLowerCase() === email?.toLowerCase()) return { _type, kind: 'email' };
  if (scheme === 'tel' && phone && keepDigits(target) === keepDigits(phone)) return { _type, kind: 'phone' };
  return null;
}
