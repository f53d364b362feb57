import type { ReactNode } from 'react';
import { hrefFor } from '#schemas/paths.ts';
import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { SeriesPlot } from '#web/components/drawings/series-plot.tsx';
import { ReadingPage } from '#web/components/reading-page/reading-page.tsx';
import {
  articleTextFields,
  caseStudyCardFields,
  documentFields,
  seriesFields,
} from '#web/content/projections.ts';
import type { CaseStudyContent } from '#web/content/types.ts';
import { readingData } from '#web/documents/article/structured-data.ts';
import { type DocumentProps, defineDocument, parentsOf } from '#web/documents/define-document.ts';
import type { DescribedPage } from '#web/seo/page-description.ts';

/** `parent` is the page that lists all case studies, `words` what its list says around each. */
export const caseStudyFields = `
  ${documentFields}, ${caseStudyCardFields},
  body[]{${articleTextFields}},
  ${seriesFields},
  city->{_id, _type, name, "slug": slug.current},
  services[]{_key, "service": @->{_id, title, summary}},
  "parent": *[_type == "page" && "caseStudyList" in sections[]._type][0]{
    _id, _type, title, "slug": slug.current,
    "words": sections[_type == "caseStudyList"][0]{clientLabel, sectorLabel, cityLabel, servicesLabel}
  }
`;

export const caseStudy = defineDocument('caseStudy', {
  compose: ({ title, summary, picture, parent }) => ({
    name: title,
    opening: { heading: title, text: summary },
    sections: [],
    parents: parentsOf(parent),
    picture,
  }),
  show: CaseStudy,
  structuredData: caseStudyData,
});

/** A piece of work: what was done and how the figures went, and for whom and where. */
function CaseStudy({ content, site }: DocumentProps<'caseStudy'>) {
  const { picture, series, evidence } = content;
  return (
    <ReadingPage
      content={content}
      site={site}
      picture={picture}
      byline={<ClaimMark evidence={evidence} />}
      aside={<Facts content={content} />}
    >
      {series ? (
        <div className="mt-10">
          <SeriesPlot series={series} />
        </div>
      ) : null}
    </ReadingPage>
  );
}

function Facts({ content: { client, sector, city, services, parent } }: { content: CaseStudyContent }) {
  const { words } = parent ?? {};
  const done = (services ?? []).flatMap(({ service }) => service?.title ?? []);
  return (
    <aside className="panel mt-10 p-6 lg:sticky lg:top-6 lg:col-span-4 lg:mt-0">
      <dl>
        <Fact label={words?.clientLabel}>{client}</Fact>
        <Fact label={words?.sectorLabel}>{sector}</Fact>
        {city ? (
          <Fact label={words?.cityLabel}>
            <a href={hrefFor(city) ?? undefined} className="row-link">
              {city.name}
            </a>
          </Fact>
        ) : null}
        {done.length > 0 ? <Fact label={words?.servicesLabel}>{done.join(', ')}</Fact> : null}
      </dl>
    </aside>
  );
}

function Fact({ label, children }: { label: string | null | undefined; children: ReactNode }) {
  return (
    <div className="py-2">
      <dt className="label">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The work as an article of the agency's about what it did, and where, as of the day that its source is from. */
function caseStudyData(content: CaseStudyContent, described: DescribedPage) {
  const { city, evidence } = content;
  return readingData(
    content,
    {
      ...(evidence?.date ? { datePublished: evidence.date } : {}),
      ...(city ? { contentLocation: { '@type': 'City', name: city.name } } : {}),
    },
    described,
  );
}
