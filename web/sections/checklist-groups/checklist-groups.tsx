import { OptionalText, Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const checklistGroupsFields = `
  note,
  groups[]{_key, title, points}
`;

export function ChecklistGroups({ section, site, isFirst }: SectionProps<'checklistGroups'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ol className="grid gap-4 md:grid-cols-2 md:gap-8">
        {section.groups.map(({ _key, title, points }, index) => (
          <li key={_key} className="ruled mr-2 px-4 py-3 md:p-8">
            <h3 className="mb-1 flex items-baseline md:mb-4 gap-3 title">
              <span className="figure-value text-teal">{index + 1}</span>
              {title}
            </h3>
            <ul className="tickable">
              {points.map((point) => (
                <li key={point}>
                  <label>
                    <input type="checkbox" name={point} />
                    <span dir="auto">{point}</span>
                  </label>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      <OptionalText className="mt-5 max-w-measure text-muted text-sm">{section.note}</OptionalText>
    </Section>
  );
}
