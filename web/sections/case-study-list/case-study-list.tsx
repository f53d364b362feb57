import { hrefFor } from '#schemas/paths.ts';
import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { EntryPicture, entryClass } from '#web/components/picture/entry-picture.tsx';
import { Section } from '#web/components/section/section.tsx';
import { caseStudyCardFields, isListed } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const caseStudyListFields = `
  "studies": *[_type == "caseStudy" && ${isListed}] | order(order asc, _id asc){${caseStudyCardFields}}
`;

export function CaseStudyList({ section, site, isFirst }: SectionProps<'caseStudyList'>) {
  const Heading = isFirst ? 'h2' : 'h3';
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ul>
        {section.studies.map((study, index) => (
          <li key={study._id} className={entryClass(index === 0)}>
            <EntryPicture picture={study.cover} isLead={index === 0} isFirst={isFirst} />
            <div>
              <ClaimMark evidence={study.evidence} />
              <p className="text-muted text-sm">
                {study.client} · {study.sector}
              </p>
              <Heading className={`display mt-1 ${index === 0 ? 'text-3xl' : 'text-xl'}`}>
                <a href={hrefFor(study) ?? undefined} className="row-link">
                  {study.title}
                </a>
              </Heading>
              <p className="mt-2 max-w-measure text-muted">{study.summary}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
