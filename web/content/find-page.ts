import { cache } from 'react';
import { documentsAt, hrefFor, pageTypes } from '#schemas/paths.ts';
import { placeholderValues } from '#schemas/placeholders.ts';
import { contentAtPathQuery, definitionOf } from '#web/documents/index.ts';
import { articlePage, articlesQuery } from '#web/sections/article-list/article-page.ts';
import { pageNumberOf } from './article-pages.ts';
import { findRoute } from './find-route.ts';
import { load } from './load.ts';
import { fillAll } from './placeholders.ts';
import { siteQuery } from './queries.ts';
import { listPathOf, statePage } from './state-page.ts';
import type { Content, ShownPage, Site } from './types.ts';

/** A page with its site settings and placeholder values; `page` is null while there are no settings. */
export type Found = { site: Site; page: ShownPage; values: Values } | { site: null; page: null };
type Values = Record<string, string>;

/** Transforms content before it is composed: a preview marks its texts. */
type Prepare = <Result extends object>(content: Result) => Result;
const asItIs: Prepare = (content) => content;

/** Site settings with their placeholders filled, or null. */
export const findSite = cache(async (): Promise<Site | null> => {
  const site = await load(siteQuery);
  return site && fillAll(site, placeholderValues(site));
});

/** The page at a path (leading slash, no trailing one), or null. Rejects with `ContentUnavailable`. */
export const findPage = cache(async (path: string, prepare: Prepare = asItIs): Promise<Found | null> => {
  const [site, content] = await Promise.all([findSite(), contentAt(path)]);
  if (!site) return { site, page: null };
  const page = content ? compose(content, path, site, prepare) : await findPageBelow(path, site, prepare);
  const values = { ...placeholderValues(site), ...(content && valuesOf(content)) };
  return page && { site: prepare(site), page, values };
});

/** For untrusted paths: a small query first, since page lookups are cached. */
export async function findPageIfThere(path: string): Promise<Found | null> {
  const { kind } = await findRoute(path);
  return kind === 'page' ? findPage(path) : null;
}

const contentAt = cache(async (path: string): Promise<Content | null> => {
  const nothing = pageTypes.map((type): [string, string] => [type, '']);
  const slugs = documentsAt(path).map(({ _type, slug }): [string, string] => [_type, slug]);
  const found = await load(contentAtPathQuery, Object.fromEntries([...nothing, ...slugs]));
  return Object.values(found).find((content) => content !== null) ?? null;
});

function compose(content: Content, path: string, site: Site, prepare: Prepare): ShownPage {
  const filled = prepare(fillAll(content, placeholderValues(site), valuesOf(content)));
  const { compose } = definitionOf(content._type);
  const parent = 'parent' in filled ? filled.parent : null;
  const parentPath = hrefFor(parent);
  return {
    ...compose(filled),
    path,
    content: filled,
    template: 'template' in filled ? filled.template : null,
    // None while the page that lists them is unpublished.
    parents: parent && parentPath ? [{ name: parent.title, path: parentPath }] : [],
  };
}

/** Placeholders specific to this document. */
const valuesOf = (content: Content) => definitionOf(content._type).placeholders?.(content);

/** A page below one with a list: its next articles, or the cities of a state. */
async function findPageBelow(path: string, site: Site, prepare: Prepare): Promise<ShownPage | null> {
  const listPath = listPathOf(path);
  const content = listPath === undefined ? null : await contentAt(listPath);
  if (listPath === undefined || content?._type !== 'page') return null;
  const list = prepare(fillAll(content, placeholderValues(site)));
  if (pageNumberOf(path) && list.sections?.some(({ _type }) => _type === 'articleList')) {
    const articles = prepare(fillAll(await load(articlesQuery), placeholderValues(site)));
    return articlePage(list, articles, path);
  }
  return statePage(list, listPath, path);
}
