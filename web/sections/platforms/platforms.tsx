import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const platformsFields = `
  usersLabel,
  cards[]{_key, platform, name, users, focus}
`;

export function Platforms({ section, site, isFirst }: SectionProps<'platforms'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ul>
        {section.cards.map(({ _key, name, users, focus }) => (
          <li key={_key} className="rule grid items-baseline gap-x-8 gap-y-1 py-6 sm:grid-cols-[1fr_1fr_2fr]">
            <h3 className="display text-xl">{name}</h3>
            <p>
              <span className="figure-value text-xl">{users}</span>{' '}
              <span className="text-muted text-sm">{section.usersLabel}</span>
            </p>
            <p className="text-muted">{focus}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
