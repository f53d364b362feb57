import { hrefFor } from '#schemas/paths.ts';
import { Day } from '#web/components/day/day.tsx';
import { EntryPicture, entryClass } from '#web/components/picture/entry-picture.tsx';
import { Section } from '#web/components/section/section.tsx';
import { articleCardFields, isListed } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

/** GROQ projection with the newest articles. The limit is the length of the longest list. */
export const articleListFields = `
  mode, count, emptyText,
  "articles": *[_type == "article" && ${isListed}] | order(publishedAt desc, _id asc)[0...100]{${articleCardFields}}
`;

export function ArticleList({ section, site, isFirst }: SectionProps<'articleList'>) {
  const isAll = section.mode === 'all';
  const articles = isAll ? section.articles : section.articles.slice(0, section.count ?? 3);
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
    </Section>
  );
}
