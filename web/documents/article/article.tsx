import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Day } from '#web/components/day/day.tsx';
import { Portrait } from '#web/components/person/person.tsx';
import {
  articleTextFields,
  documentFields,
  listPageFields,
  navigationFields,
  nextReading,
  personFields,
  pictureFields,
  relatedFields,
} from '#web/content/projections.ts';
import type { DocumentDefinition, DocumentProps } from '#web/documents/definition.ts';
import { ReadingPage } from '#web/documents/reading-page.tsx';
import { articleData } from './structured-data.ts';

/** GROQ projection of an article. `parent` is the page that lists all articles. */
export const articleFields = `
  ${documentFields}, title, summary, publishedAt,
  cover{${pictureFields}},
  author{name, kind, role, picture{${pictureFields}}, person->{${personFields}}},
  body[]{${articleTextFields}},
  links[]{${navigationFields}},
  ${relatedFields},
  "parent": *[_type == "page" && count(sections[_type == "articleList" && mode == "all"]) > 0][0]
    {${listPageFields}},
  "reading": ${nextReading}
`;

export const article: DocumentDefinition<'article'> = {
  compose: ({ title, summary, publishedAt }) => ({
    name: title,
    opening: { heading: title, text: summary },
    sections: [],
    publishedAt,
  }),
  render: Article,
  structuredData: articleData,
};

function Article({ content, site }: DocumentProps<'article'>) {
  const { author, publishedAt } = content;
  const writer = author.person ?? author;
  const byline = (
    <div className="mt-6 flex items-center gap-4">
      {author.person || author.picture ? <Portrait person={writer} size={56} /> : null}
      {author.person ? <ClaimMark evidence={author.person.evidence} /> : null}
      <p>
        {site.authorLabel} <span className="font-semibold">{writer.name}</span>
        <span className="block text-muted text-sm">{writer.role}</span>
        <Day date={publishedAt} className="block text-muted text-sm tabular" />
      </p>
    </div>
  );
  return <ReadingPage content={content} site={site} byline={byline} />;
}
