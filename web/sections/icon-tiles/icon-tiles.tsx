import { Icon } from '#web/components/icon/icon.tsx';
import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';

export const iconTilesFields = 'tiles[]{_key, icon, label}';

export function IconTiles({ section, site, isFirst }: SectionProps<'iconTiles'>) {
  return (
    <Section section={section} isFirst={isFirst} site={site} head="beside">
      <ul className="icon-index">
        {section.tiles.map(({ _key, icon, label }) => (
          <li key={_key}>
            <Icon name={icon} />
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
