import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Day } from '#web/components/day/day.tsx';
import { Portrait } from '#web/components/person/person.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import { ReadingPage } from '#web/components/reading-page/reading-page.tsx';
import {
  articleTextFields,
  documentFields,
  listPageFields,
  nextReading,
  personFields,
  pictureFields,
  relatedFields,
} from '#web/content/projections.ts';
import { type DocumentProps, defineDocument, parentsOf } from '#web/documents/define-document.ts';
import { AfterReading } from '#web/sections/after-reading.tsx';
import { articleData } from './structured-data.ts';

/** `parent`: the page that lists all articles. */
export const articleFields = `
  ${documentFields}, title, summary, publishedAt,
  cover{${pictureFields}},
  author{name, kind, role, picture{${pictureFields}}, person->{${personFields}}},
  body[]{${articleTextFields}},
  ${relatedFields},
  "parent": *[_type == "page" && count(sections[_type == "articleList" && mode == "all"]) > 0][0]
    {${listPageFields}},
  "reading": ${nextReading}
`;

export const article = defineDocument('article', {
  compose: ({ title, summary, publishedAt, parent }) => ({
    name: title,
    opening: { heading: title, text: summary },
    sections: [],
    parents: parentsOf(parent),
    publishedAt,
  }),
  show: Article,
  structuredData: articleData,
});

function Article({ content, site }: DocumentProps<'article'>) {
  const { author, publishedAt } = content;
  const shown = author.person ?? author;
  const byline = (
    <div className="mt-6 flex items-center gap-4">
      {author.person ? (
        <Portrait person={author.person} size={56} />
      ) : author.picture ? (
        <div className="w-14 flex-none">
          <Picture picture={author.picture} maxWidth={56} aspect={1} sizes="56px" isFirst className="edge" />
        </div>
      ) : null}
      {author.person ? <ClaimMark evidence={author.person.evidence} /> : null}
      <p>
        {site.authorLabel} <span className="font-semibold">{shown.name}</span>
        <span className="block text-muted text-sm">{shown.role}</span>
        <Day date={publishedAt} className="block text-muted text-sm tabular" />
      </p>
    </div>
  );
  return (
    <>
      <ReadingPage content={content} site={site} byline={byline} />
      <AfterReading content={content} site={site} />
    </>
  );
}
