import { hrefFor } from '#schemas/paths.ts';
import { Day } from '#web/components/day/day.tsx';
import { EntryPicture, entryClass } from '#web/components/picture/entry-picture.tsx';
import { Section } from '#web/components/section/section.tsx';
import { articlesPerPage, neighboursOf } from '#web/content/article-pages.ts';
import { articleCardFields, isListed } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { absoluteUrl, type SectionData } from '#web/seo/page-description.ts';
import { pageNodeId } from '#web/seo/structured-data/node-ids.ts';

/** GROQ projection with the articles of the first page. `articlePage` replaces them on further pages. */
export const articleListFields = `
  mode, count, newerLabel, olderLabel, pageLabel, emptyText,
  "total": count(*[_type == "article" && ${isListed}]),
  "articles": *[_type == "article" && ${isListed}] | order(publishedAt desc, _id asc)
    [0...${articlesPerPage}]{${articleCardFields}}
`;

export const articleListData: SectionData<'articleList'> = (lists, { page, siteUrl }) =>
  lists
    .filter(({ mode }) => mode === 'all')
    .map(({ articles }) => ({
      '@type': 'ItemList',
      '@id': pageNodeId(siteUrl, page.path, 'articles'),
      itemListElement: articles.map((article, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: article.title,
        url: absoluteUrl(siteUrl, hrefFor(article) ?? page.path),
      })),
    }));

export function ArticleList({ section, site, path, isFirst }: SectionProps<'articleList'>) {
  const isAll = section.mode === 'all';
  const articles = isAll ? section.articles : section.articles.slice(0, section.count ?? 3);
  const { newer, older } = isAll ? neighboursOf(path, section.total) : {};
  const Heading = isFirst ? 'h2' : 'h3';
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      {articles.length === 0 ? <p>{section.emptyText}</p> : null}
      <ul className={isAll ? '' : 'grid gap-8 md:grid-cols-3'}>
        {articles.map((article, index) => (
          <li key={article._id} className={isAll ? entryClass(index === 0) : 'rule pt-6'}>
            <EntryPicture picture={article.cover} isLead={!isAll || index === 0} isFirst={isFirst} />
            <div className={isAll ? undefined : 'mt-4'}>
              <Heading className={`display ${isAll && index === 0 ? 'text-3xl' : 'text-xl'}`}>
                <a href={hrefFor(article) ?? undefined} className="row-link">
                  {article.title}
                </a>
              </Heading>
              <p className="mt-2 max-w-measure text-muted">{article.summary}</p>
              <p className="mt-3 text-muted text-sm tabular">
                <Day date={article.publishedAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {newer || older ? (
        <nav aria-label={section.heading} className="rule flex justify-between gap-8 pt-4">
          {newer ? (
            <a href={newer} rel="prev" className="row-link font-semibold text-teal">
              {section.newerLabel}
            </a>
          ) : null}
          {older ? (
            <a href={older} rel="next" className="row-link ml-auto font-semibold text-teal">
              {section.olderLabel}
            </a>
          ) : null}
        </nav>
      ) : null}
    </Section>
  );
}
