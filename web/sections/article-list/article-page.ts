import { defineQuery } from 'next-sanity';
import { articlesPerPage, hasPage, pageNumberOf } from '#web/content/article-pages.ts';
import { articleCardFields, isListed } from '#web/content/projections.ts';
import { pageBelow } from '#web/content/state-page.ts';
import type { ArticlesQueryResult } from '#web/content/types.generated.ts';
import type { ComposedPage, PageContent } from '#web/content/types.ts';

/** Queries all articles, newest first. `articlePage` slices them, because typegen cannot type a slice with parameters. */
export const articlesQuery = defineQuery(`
  *[_type == "article" && ${isListed}] | order(publishedAt desc, _id asc){${articleCardFields}}
`);

/** Builds a further page of the article list, or null if there is no such page. */
export function articlePage(
  page: PageContent,
  articles: ArticlesQueryResult,
  path: string,
): ComposedPage | null {
  const number = pageNumberOf(path);
  const list = page.sections?.find((section) => section._type === 'articleList');
  if (!number || list?.mode !== 'all' || !hasPage(number, articles.length)) return null;
  const first = (number - 1) * articlesPerPage;
  const name = `${list.pageLabel} ${number}`;
  const articlesOnPage = articles.slice(first, first + articlesPerPage);
  const narrowed = { ...list, eyebrow: name, intro: null, total: articles.length, articles: articlesOnPage };
  const title = `${page.seo?.title ?? page.title}: ${name}`;
  return pageBelow(page, path, narrowed, { name, heading: `${list.heading}: ${name}`, title });
}
