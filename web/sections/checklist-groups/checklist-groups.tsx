import { PlusSign } from '#web/components/drawings/plus-sign.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const checklistGroupsFields = `
  note,
  groups[]{_key, title, points}
`;

/** Renders lists of documents that visitors tick off. Phones show the first list; the others open on request. */
export function ChecklistGroups({ section, site, isFirst }: SectionProps<'checklistGroups'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ol data-ticks className="grid gap-4 md:grid-cols-2 md:gap-8">
        {section.groups.map(({ _key, title, points }, index) => (
          <li key={_key} className="ruled mr-2 px-4 py-3 md:p-8">
            <details className="question papers" open={index === 0}>
              <summary className="flex min-h-11 items-center justify-between gap-6">
                <h3 className="flex items-baseline gap-3 title">
                  <span className="figure-value text-teal">{index + 1}</span>
                  {title}
                </h3>
                <PlusSign />
              </summary>
              <ul>
                {points.map((point) => (
                  <li key={point}>
                    <label className="flex min-h-11 items-center gap-3 has-checked:text-muted">
                      <input type="checkbox" name={point} className="size-5 flex-none accent-teal" />
                      <span dir="auto">{point}</span>
                    </label>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
      <OptionalText className="mt-5 max-w-measure text-muted text-sm">{section.note}</OptionalText>
    </Section>
  );
}
