import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const regionsFields = 'regions[]{_key, name, text}';

export function Regions({ section, site, isFirst }: SectionProps<'regions'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site} head="left">
      <dl className="regions">
        {section.regions.map(({ _key, name, text }) => (
          <div key={_key} className="line-t py-2 md:grid md:grid-cols-[1fr_2fr] gap-x-6 md:py-5">
            <dt className="font-semibold">{name}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
