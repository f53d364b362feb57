import { claimState } from '#schemas/claims.ts';
import { isUnfinishedAddress } from '#schemas/launch-placeholders.ts';
import { checkSitePath } from '#schemas/link-rules.ts';
import { hrefFor } from '#schemas/paths.ts';
import { chatAddress, keepDigits } from '#web/contracts/phone.ts';
import type { PageContent, Section, Site } from './types.ts';

type WithActions = Extract<Section, { _type: 'callToAction' }>;
export type ContentLink = WithActions['actions'][number]['link'];
export type ContentAction = Omit<WithActions['actions'][number], '_key'> & { _key: string | null };

type ResolvedLink = {
  href: string;
  /** External links and the chat open in a new tab. */
  isExternal: boolean;
};

export function phoneHref(phone: string): string {
  return `tel:+${keepDigits(phone)}`;
}

/** Returns the address of an office without lines that still contain launch placeholders. */
export const formatStreet = ({ addressLines }: Site['offices'][number]): string =>
  addressLines.filter((line) => !isUnfinishedAddress(line)).join(', ');

/** Returns the address of an office in Google Maps. */
export function mapHref(office: Site['offices'][number]): string {
  const { name, region, postalCode, country } = office;
  const address = [formatStreet(office), name, region, postalCode, country].filter(Boolean).join(', ');
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}

/** Returns the address of a WhatsApp chat with the agency, with a prefilled message. */
export function chatHref(site: Pick<Site, 'whatsapp' | 'whatsappGreeting'>, message?: string | null): string {
  return chatAddress(site.whatsapp, message || site.whatsappGreeting);
}

/**
 * Resolves a link's target. Null if it has none, for example an unpublished page, an empty address, or a page that lacks
 * a confirmed claim.
 */
export function resolveLink(
  link: Partial<ContentLink> | null | undefined,
  site: Pick<Site, 'phone' | 'email' | 'whatsapp' | 'whatsappGreeting' | 'claimPages'>,
): ResolvedLink | null {
  const isLeftOut = (path: string | undefined) =>
    site.claimPages?.some((page) => !page.shown && hrefFor(page) === path) ?? false;
  const inside = (href: string | null | undefined) =>
    href && !isLeftOut(href.split(/[?#]/)[0]) ? { href, isExternal: false } : null;
  switch (link?.kind) {
    case 'internal':
      return inside(hrefFor(link.reference));
    case 'path':
      return inside(checkSitePath(link.path ?? '') === true ? link.path : null);
    case 'url':
      return link.url && /^https?:\/\//i.test(link.url) ? { href: link.url, isExternal: true } : null;
    case 'phone':
      return inside(site.phone && phoneHref(site.phone));
    case 'email':
      return inside(site.email && `mailto:${site.email}`);
    case 'whatsapp':
      return site.whatsapp ? { href: chatHref(site, link.message), isExternal: true } : null;
    default:
      return null;
  }
}

/** `source`: the address of the figure's evidence, if it is confirmed. */
export type ResolvedFigure = { key: string; value: string; label: string; source: string | undefined };

/**
 * Looks up business figures by key. A label in `refs` replaces the figure's own label, whose evidence then proves
 * something else. Drops unknown keys.
 */
export function findFigures(
  refs: Extract<PageContent['sections'][number], { _type: 'hero' }>['figures'],
  site: Site,
): ResolvedFigure[] {
  const page = hrefFor(site.claimPages?.find(({ shown, listsEvidence }) => shown && listsEvidence));
  return (refs ?? []).flatMap(({ key, label }) => {
    const figure = site.figures.find((candidate) => candidate.key === key);
    if (!figure) return [];
    const isProven = page && !label && claimState(figure.proof?.evidence) === 'confirmed';
    const source = isProven ? `${page}#${key}` : undefined;
    return [{ key, value: figure.value, label: label || figure.label, source }];
  });
}
