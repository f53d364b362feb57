import { OptionalText, Section } from '#web/components/section/section.tsx';
import { TickedList } from '#web/components/ticked-list/ticked-list.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const checklistGroupsFields = `
  note,
  groups[]{_key, title, points}
`;

export function ChecklistGroups({ section, site, isFirst }: SectionProps<'checklistGroups'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ol className="grid gap-8 md:grid-cols-2">
        {section.groups.map(({ _key, title, points }, index) => (
          <li key={_key} className="sheet mr-2 p-6 md:p-8">
            <h3 className="mb-4 flex items-baseline gap-3 title">
              <span className="figure-value text-saffron-text">{index + 1}</span>
              {title}
            </h3>
            <TickedList points={points} />
          </li>
        ))}
      </ol>
      <OptionalText className="mt-8 max-w-measure text-muted text-sm">{section.note}</OptionalText>
    </Section>
  );
}
