import { hrefFor } from '#schemas/paths.ts';
import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
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
        {section.studies.map((study) => (
          <li key={study._id} className="rule cols py-8">
            <Picture
              picture={study.cover}
              maxWidth={490}
              aspect={4 / 3}
              sizes="(width >= 64rem) 490px, 100vw"
              className="edge lg:col-span-5"
            />
            <div className="mt-4 lg:col-span-7 lg:mt-0">
              <ClaimMark evidence={study.evidence} />
              <p className="text-muted text-sm">
                {study.client} · {study.sector}
              </p>
              <Heading className="display mt-1 text-xl">
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
