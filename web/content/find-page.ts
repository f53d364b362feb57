import { cache } from 'react';
import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { placeholderValues } from '#schemas/placeholders.ts';
import { contentAtPathQuery, findDefinition } from '#web/documents/index.ts';
import { rememberContact } from './contact-links.ts';
import { findRoute } from './find-route.ts';
import { load, loadSite } from './load.ts';
import { fillAllPlaceholders } from './placeholders.ts';
import { findListPath, statePage } from './state-page.ts';
import type { ComposedPage, Content, Site } from './types.ts';

/** A page with the site settings and its placeholder values. */
type PageWithSite = { site: Site; page: ComposedPage; values: Values };
type Values = Record<string, string>;

/** Transforms content before pages are composed from it. Previews add source markers to all texts. */
type Transform = <Result extends object>(content: Result) => Result;
const unchanged: Transform = (content) => content;

/** Returns the site settings with placeholders filled, or null if there are none. */
export const findSite = cache(async (isInGulf = false): Promise<Site | null> => {
  const settings = await loadSite();
  if (settings) rememberContact(settings);
  const site = settings && isInGulf ? putGulfFirst(settings) : settings;
  return site && fillAllPlaceholders(site, placeholderValues(site));
});

const gulfCountries = ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'];

function putGulfFirst(site: Site): Site {
  const isThere = ({ countryCode }: Site['offices'][number]) => gulfCountries.includes(countryCode);
  const offices = [...site.offices].sort((one, other) => Number(isThere(other)) - Number(isThere(one)));
  const there = offices.filter(isThere);
  const phone = there.find((office) => office.phone)?.phone ?? site.phone;
  const whatsapp = there.find((office) => office.whatsapp)?.whatsapp ?? site.whatsapp;
  return { ...site, offices, phone, whatsapp, gulf: { mainPhone: site.phone } };
}

/**
 * Finds the page at a path (leading slash, no trailing slash). Null if there is no page, or no settings. Rejects with
 * `ContentUnavailable`.
 */
export const findPage = cache(
  async (
    path: string,
    transform: Transform = unchanged,
    isInGulf?: boolean,
  ): Promise<PageWithSite | null> => {
    const [site, content] = await Promise.all([findSite(isInGulf), contentAt(path)]);
    if (!site) return null;
    const page = content
      ? compose(content, path, site, transform)
      : await findStatePage(path, site, transform);
    const values = { ...placeholderValues(site), ...(content && findValues(content)) };
    return page && { site: transform(site), page, values };
  },
);

/** Finds the page at an untrusted path. Runs a small query first, so that invented paths do not load pages. */
export async function findExistingPage(path: string): Promise<PageWithSite | null> {
  const { kind } = await findRoute(path);
  return kind === 'page' ? findPage(path) : null;
}

const contentAt = cache(async (path: string): Promise<Content | null> => {
  const nothing = pageTypes.map((type): [string, string] => [type, '']);
  const slugs = documentsAt(path).map(({ _type, slug }): [string, string] => [_type, slug]);
  const found = await load(contentAtPathQuery, Object.fromEntries([...nothing, ...slugs]));
  return Object.values(found).find((content) => content !== null) ?? null;
});

function compose(content: Content, path: string, site: Site, transform: Transform): ComposedPage {
  const filled = transform(fillAllPlaceholders(content, placeholderValues(site), findValues(content)));
  const { compose } = findDefinition(content._type);
  const parent = filled._type === 'cityPage' ? site.cityList : 'parent' in filled ? filled.parent : null;
  const parentPath = hrefFor(parent);
  return {
    ...compose(filled),
    path,
    content: filled,
    template: 'template' in filled ? filled.template : null,
    // There is no parent while the page that lists such documents is unpublished.
    parents: parent && parentPath ? [{ name: parent.title, path: parentPath }] : [],
  };
}

const findValues = (content: Content) => findDefinition(content._type).placeholders?.(content);

/** Finds a state's page below the list of all cities. */
async function findStatePage(path: string, site: Site, transform: Transform): Promise<ComposedPage | null> {
  const listPath = findListPath(path);
  const content = listPath === undefined ? null : await contentAt(listPath);
  if (listPath === undefined || content?._type !== 'page') return null;
  return statePage(transform(fillAllPlaceholders(content, placeholderValues(site))), listPath, path);
}
