import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const iconTilesFields = 'tiles[]{_key, label}';

export function IconTiles({ section, site, isFirst }: SectionProps<'iconTiles'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site} head="left">
      <ul className="icon-index flex flex-wrap gap-x-6">
        {section.tiles.map(({ _key, label }) => (
          <li key={_key}>{label}</li>
        ))}
      </ul>
    </Section>
  );
}
