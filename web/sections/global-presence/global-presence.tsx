import { drawArt } from '#web/components/drawings/art.tsx';
import { FigureList } from '#web/components/figure-list/figure-list.tsx';
import { Section } from '#web/components/section/section.tsx';
import { findFigures } from '#web/content/links.ts';
import { artProjection } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

/** GROQ projection. The offices come from the site settings. */
export const globalPresenceFields = `
  figures,
  ${artProjection}
`;

export function GlobalPresence(props: SectionProps<'globalPresence'>) {
  const { section, site } = props;
  const art = drawArt(props);
  return (
    <Section {...props} head="left">
      {art ? <div className="mb-8">{art}</div> : null}
      <ul className="steps">
        {site.offices.map(({ _key, name, role, region, country }) => (
          <li key={_key}>
            <h3 className="display text-xl">{name}</h3>
            <p className="text-muted">
              {[role, removeMarkers(region) === removeMarkers(name) ? null : region, country]
                .filter(Boolean)
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
      <FigureList figures={findFigures(section.figures, site)} size="small" className="mt-10" />
    </Section>
  );
}
