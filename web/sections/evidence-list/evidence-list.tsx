import type { ReactNode } from 'react';
import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Day } from '#web/components/day/day.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import type { SectionProps, Site } from '#web/content/types.ts';

export const evidenceListFields = 'sourceLabel, dateLabel, untilLabel';

type Proof = Site['figures'][number]['proof'];

/** Lists the business figures and promises of the site settings with their evidence. `FigureList` links to a figure. */
export function EvidenceList({ section, site, isFirst }: SectionProps<'evidenceList'>) {
  const { sourceLabel, dateLabel, untilLabel } = section;
  const row = (key: string, claim: ReactNode, proof: Proof) =>
    proof ? (
      <li key={key} id={key} className="rule cols py-6">
        <div className="lg:col-span-5">{claim}</div>
        <div className="mt-3 lg:col-span-7 lg:mt-0">
          <ClaimMark evidence={proof.evidence} />
          <OptionalText className="mb-2 max-w-measure">{proof.evidence?.covers}</OptionalText>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <Detail label={sourceLabel}>{proof.evidence?.source}</Detail>
            <Detail label={dateLabel}>{proof.evidence?.date && <Day date={proof.evidence.date} />}</Detail>
            <Detail label={untilLabel}>
              {proof.evidence?.validUntil && <Day date={proof.evidence.validUntil} />}
            </Detail>
          </dl>
        </div>
      </li>
    ) : null;
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ul>
        {site.figures.map(({ key, value, label, proof }) =>
          row(
            key,
            <>
              <p className="figure-value text-3xl">{value}</p>
              <p className="mt-1 text-muted">{label}</p>
            </>,
            proof,
          ),
        )}
        {site.promises?.map(({ _key, label, proof }) =>
          row(`promise-${_key}`, <p className="title">{label}</p>, proof),
        )}
      </ul>
    </Section>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return children ? (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="tabular">{children}</dd>
    </>
  ) : null;
}
