import { hrefFor } from '#schemas/paths.ts';
import { Day } from '#web/components/day/day.tsx';
import { Action } from '#web/components/link/action.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import { actionFields, isListed, isOpen } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { salaryText } from '#web/contracts/money.ts';

/** GROQ projection with the job openings that are not closed. `now()` is evaluated when the page renders. */
export const jobOpeningsFields = `
  experienceLabel, postedLabel, closingDateLabel, emptyText, otherHeading, otherText,
  applyAction{${actionFields}},
  otherAction{${actionFields}},
  "openings": *[_type == "jobOpening" && (${isOpen}) && ${isListed}]
    | order(order asc, datePosted desc){
      _id, _type, title, "slug": slug.current, location, jobType, team, salary, experience, summary, datePosted, validThrough
    }
`;

export function JobOpenings({ section, site, isFirst }: SectionProps<'jobOpenings'>) {
  const { openings, emptyText, applyAction, otherAction, otherHeading, otherText } = section;
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      {openings.length === 0 ? (
        <p className="max-w-measure text-lg">{emptyText}</p>
      ) : (
        <ul>
          {openings.map((opening) => (
            <li key={opening._id} id={opening.slug ?? undefined} className="rule cols grid gap-y-4 py-8">
              <div className="lg:col-span-4">
                <h3 className="title">
                  <a href={hrefFor(opening) ?? undefined} className="row-link text-teal">
                    {opening.title}
                  </a>
                </h3>
                <p className="mt-1 text-muted text-sm">
                  {[opening.jobType, opening.location, opening.team].filter(Boolean).join(' · ')}
                </p>
                {opening.salary?.from ? (
                  <p className="font-semibold tabular">{salaryText(opening.salary)}</p>
                ) : null}
                {opening.experience ? (
                  <p className="text-muted text-sm tabular">
                    {section.experienceLabel} {opening.experience}
                  </p>
                ) : null}
                <p className="text-muted text-sm tabular">
                  {section.postedLabel ?? 'Posted'} <Day date={opening.datePosted} />
                </p>
                {opening.validThrough ? (
                  <p className="text-muted text-sm tabular">
                    {section.closingDateLabel} <Day date={opening.validThrough} />
                  </p>
                ) : null}
              </div>
              <p className="max-w-measure lg:col-span-6 lg:pt-2">{opening.summary}</p>
              <div className="lg:col-span-2 lg:justify-self-end">
                <Action action={applyAction} site={site} opening={opening.title} variant="secondary" />
              </div>
            </li>
          ))}
        </ul>
      )}
      {otherHeading ? (
        <div className="rule cols grid items-center gap-y-4 pt-8">
          <div className="lg:col-span-8">
            <h3 className="title">{otherHeading}</h3>
            <OptionalText className="mt-1 max-w-measure text-muted">{otherText}</OptionalText>
          </div>
          {otherAction ? (
            <div className="lg:col-span-4 lg:justify-self-end">
              <Action action={otherAction} site={site} />
            </div>
          ) : null}
        </div>
      ) : null}
    </Section>
  );
}
