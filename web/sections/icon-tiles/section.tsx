import { Icon } from '#web/components/icon/icon.tsx';
import { Section } from '#web/components/section/section.tsx';
import type { SectionProps } from '../section-props.ts';

/** Icons with a word or two: industries, sectors. Set like an index, not as boxes. */
export function IconTiles({ section, site, isFirst, edit }: SectionProps<'iconTiles'>) {
  return (
    <Section section={section} isFirst={isFirst} edit={edit} site={site} head="beside">
      <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-3" {...edit('tiles')}>
        {section.tiles.map(({ _key, icon, label }) => (
          <li
            key={_key}
            className="flex min-h-16 items-center gap-3 border-hairline border-t py-3 max-sm:text-sm"
          >
            <Icon name={icon} className="text-teal" />
            <span className="min-w-0">{label}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
