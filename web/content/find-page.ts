import { cache } from 'react';
import { documentsAt, type PageType, pageTypes } from '#schemas/paths.ts';
import type { DocumentDefinition } from '#web/documents/define-document.ts';
import { contentAtPathQuery, documents } from '#web/documents/index.ts';
import { articlePage, articlesQuery } from '#web/sections/article-list/article-page.ts';
import type { ShownPage } from '#web/seo/page-description.ts';
import { pageNumberOf } from './article-pages.ts';
import { askPublished, findRoute } from './find-route.ts';
import { load } from './load.ts';
import { fillAll, siteValues } from './placeholders.ts';
import { siteQuery } from './queries.ts';
import { listPathOf, statePage } from './state-page.ts';
import type { Content, Site } from './types.ts';

/** A page and the settings of the site around it; `page` is null while nobody has written any settings. */
export type Found = { site: Site; page: ShownPage } | { site: null; page: null };

/** The site settings with their own placeholders filled, or null while there are none. */
export const findSite = cache(async (): Promise<Site | null> => {
  const site = await load(siteQuery);
  return site && fillAll(site, siteValues(site));
});

/**
 * The page at a path (beginning with `/`, without a slash at the end), or null where none is. Rejects with
 * `ContentUnavailable` while the content API does not answer.
 */
export const findPage = cache(async (path: string): Promise<Found | null> => {
  const [site, content] = await Promise.all([findSite(), contentAt(path)]);
  if (!site) return { site, page: null };
  const page = content ? compose(content, path, site) : await findPageBelow(path, site);
  return page && { site, page };
});

/** The same for a path that a visitor may have made up: a small question first, since what a page looks up is kept. */
export async function findPageIfThere(path: string): Promise<Found | null> {
  const { kind } = await findRoute(askPublished, path);
  return kind === 'page' ? findPage(path) : null;
}

/** The document whose page is at a path. */
async function contentAt(path: string): Promise<Content | null> {
  const nothing = pageTypes.map((type): [string, string] => [type, '']);
  const slugs = documentsAt(path).map(({ _type, slug }): [string, string] => [_type, slug]);
  const found = await load(contentAtPathQuery, Object.fromEntries([...nothing, ...slugs]));
  return Object.values(found).find((content) => content !== null) ?? null;
}

function compose<Type extends PageType>(
  content: Extract<Content, { _type: Type }>,
  path: string,
  site: Site,
): ShownPage {
  const all: { [One in PageType]: DocumentDefinition<One> } = documents;
  const { placeholders, compose } = all[content._type];
  const filled = fillAll(content, siteValues(site), placeholders?.(content));
  return { template: null, parents: [], ...compose(filled), path, content: filled };
}

/** A further page of a list: below the page that shows the list. */
async function findPageBelow(path: string, site: Site): Promise<ShownPage | null> {
  const listPath = listPathOf(path);
  const content = listPath === undefined ? null : await contentAt(listPath);
  if (listPath === undefined || content?._type !== 'page') return null;
  const list = fillAll(content, siteValues(site));
  if (pageNumberOf(path) && list.sections?.some(({ _type }) => _type === 'articleList'))
    return articlePage(list, fillAll(await load(articlesQuery), siteValues(site)), listPath, path);
  return statePage(list, listPath, path);
}
