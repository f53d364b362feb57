import { Icon } from '#web/components/icon/icon.tsx';
import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '#web/content/types.ts';
import { defineSection } from '#web/sections/define-section.ts';

export const iconTilesFields = 'anchor, eyebrow, heading, intro, tiles[]{_key, icon, label}';

export const iconTiles = defineSection('iconTiles', { fields: iconTilesFields, show: IconTiles });

/** Icons with a word or two: industries, sectors. Set like an index, not as boxes. */
function IconTiles({ section, site, isFirst, edit }: SectionProps<'iconTiles'>) {
  return (
    <Section section={section} isFirst={isFirst} edit={edit} site={site} head="beside">
      <ul className="icon-index" {...edit('tiles')}>
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
