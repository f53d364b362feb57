import { defineQuery } from 'next-sanity';
import { articlesPerPage, hasPage, pageNumberOf } from '#web/content/article-pages.ts';
import { articleCardFields } from '#web/content/projections.ts';
import { pageBelow } from '#web/content/state-page.ts';
import type { ArticlesQueryResult } from '#web/content/types.generated.ts';
import type { PageContent, ShownPage } from '#web/content/types.ts';

/** All articles, newest first: typegen cannot type a slice with parameters, so the page is cut out here. */
export const articlesQuery = defineQuery(`
  *[_type == "article" && defined(slug.current)] | order(publishedAt desc, _id asc){${articleCardFields}}
`);

/** A further page of the article list, with the parent's closing band. Null where there is none. */
export function articlePage(
  page: PageContent,
  articles: ArticlesQueryResult,
  path: string,
): ShownPage | null {
  const number = pageNumberOf(path);
  const list = page.sections?.find((section) => section._type === 'articleList');
  if (!number || list?.mode !== 'all' || !hasPage(number, articles.length)) return null;
  const first = (number - 1) * articlesPerPage;
  const name = `${list.pageLabel} ${number}`;
  const shown = articles.slice(first, first + articlesPerPage);
  const narrowed = { ...list, eyebrow: name, intro: null, total: articles.length, articles: shown };
  const title = `${page.seo?.title ?? page.title}: ${name}`;
  return pageBelow(page, path, narrowed, { name, heading: `${list.heading}: ${name}`, title });
}
