import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { SeriesPlot } from '#web/components/drawings/series-plot.tsx';
import {
  articleTextFields,
  caseStudyCardFields,
  documentFields,
  listPageFields,
  nextReading,
  relatedFields,
  seriesFields,
} from '#web/content/projections.ts';
import type { CaseStudyContent } from '#web/content/types.ts';
import { readingData } from '#web/documents/article/structured-data.ts';
import type { DocumentDefinition, DocumentProps } from '#web/documents/definition.ts';
import { ReadingPage } from '#web/documents/reading-page.tsx';
import type { PageContext } from '#web/seo/page-description.ts';

/** GROQ projection of a case study. `parent` is the page that lists all case studies. */
export const caseStudyFields = `
  ${documentFields}, ${caseStudyCardFields},
  body[]{${articleTextFields}},
  ${seriesFields},
  ${relatedFields},
  "parent": *[_type == "page" && "caseStudyList" in sections[]._type][0]{${listPageFields}},
  "reading": ${nextReading}
`;

export const caseStudy: DocumentDefinition<'caseStudy'> = {
  compose: ({ title, summary }) => ({
    name: title,
    opening: { heading: title, text: summary },
    sections: [],
  }),
  render: CaseStudy,
  structuredData: caseStudyData,
};

function CaseStudy({ content, site }: DocumentProps<'caseStudy'>) {
  const { client, sector, series, evidence } = content;
  const byline = (
    <div className="mt-6">
      <ClaimMark evidence={evidence} />
      <p className="font-semibold">{client}</p>
      <p className="text-muted text-sm">{sector}</p>
    </div>
  );
  return (
    <ReadingPage content={content} site={site} byline={byline}>
      {series ? (
        <div className="mt-10">
          <SeriesPlot series={series} />
        </div>
      ) : null}
    </ReadingPage>
  );
}

/** Builds an `Article` node with the agency as author and the evidence's date. */
function caseStudyData(content: CaseStudyContent, described: PageContext) {
  const { date } = content.evidence ?? {};
  return readingData(content, date ? { datePublished: date } : {}, described);
}
