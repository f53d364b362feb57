import { cache } from 'react';
import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { placeholderValues } from '#schemas/placeholders.ts';
import { contentAtPathQuery, definitionOf } from '#web/documents/index.ts';
import { articlePage, articlesQuery } from '#web/sections/article-list/article-page.ts';
import { pageNumberOf } from './article-pages.ts';
import { rememberContact } from './contact-links.ts';
import { findRoute } from './find-route.ts';
import { load } from './load.ts';
import { fillAllPlaceholders } from './placeholders.ts';
import { siteQuery } from './queries.ts';
import { listPathOf, statePage } from './state-page.ts';
import type { ComposedPage, Content, Site } from './types.ts';

/** A page with the site settings and its placeholder values. Without settings, `site` and `page` are null. */
export type PageWithSite = { site: Site; page: ComposedPage; values: Values } | { site: null; page: null };
type Values = Record<string, string>;

/** Transforms content before pages are composed from it. Previews add source markers to all texts. */
type Transform = <Result extends object>(content: Result) => Result;
const unchanged: Transform = (content) => content;

/** Returns the site settings with placeholders filled, or null if there are none. */
export const findSite = cache(async (): Promise<Site | null> => {
  const site = await load(siteQuery);
  if (site) rememberContact(site);
  return site && fillAllPlaceholders(site, placeholderValues(site));
});

/** Finds the page at a path (leading slash, no trailing slash) or null. Rejects with `ContentUnavailable`. */
export const findPage = cache(
  async (path: string, transform: Transform = unchanged): Promise<PageWithSite | null> => {
    const [site, content] = await Promise.all([findSite(), contentAt(path)]);
    if (!site) return { site, page: null };
    const page = content
      ? compose(content, path, site, transform)
      : await findPageBelow(path, site, transform);
    const values = { ...placeholderValues(site), ...(content && valuesOf(content)) };
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
  const filled = transform(fillAllPlaceholders(content, placeholderValues(site), valuesOf(content)));
  const { compose } = definitionOf(content._type);
  const parent = 'parent' in filled ? filled.parent : null;
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

const valuesOf = (content: Content) => definitionOf(content._type).placeholders?.(content);

/** Finds a page below a list, for example page 2 of the articles or the cities of a state. */
async function findPageBelow(path: string, site: Site, transform: Transform): Promise<ComposedPage | null> {
  const listPath = listPathOf(path);
  const content = listPath === undefined ? null : await contentAt(listPath);
  if (listPath === undefined || content?._type !== 'page') return null;
  const list = transform(fillAllPlaceholders(content, placeholderValues(site)));
  if (pageNumberOf(path) && list.sections?.some(({ _type }) => _type === 'articleList')) {
    const articles = transform(fillAllPlaceholders(await load(articlesQuery), placeholderValues(site)));
    return articlePage(list, articles, path);
  }
  return statePage(list, listPath, path);
}
