import { hrefFor } from '#schemas/paths.ts';
import { dots, pointOn } from '#web/components/drawings/india.ts';
import type { City } from './find-city.ts';

type Props = { cities: readonly City[]; label: string };

/**
 * Draws the cities on a dotted map, each a link for the mouse that shows its name. The map is hidden from assistive
 * technology and the keyboard, because the list next to it has the same links.
 */
export function CityMap({ cities, label }: Props) {
  const points = cities.flatMap((city) => {
    const { lat, lng } = city.location ?? {};
    const point = lat == null || lng == null ? null : pointOn({ lat, lng });
    return point ? [{ ...city, ...point }] : [];
  });
  return (
    <figure>
      <svg className="drawing w-full" viewBox="-.5 .5 34 37" aria-hidden="true">
        <path d={dots} className="text-line" strokeWidth=".36" strokeDasharray="0 1" opacity=".7" />
        <g className="fill-saffron stroke-ink [&_a:hover]:fill-teal" strokeWidth=".14">
          {points.map(({ _key, name, slug, x, y }) => (
            <a key={_key} tabIndex={-1} href={hrefFor({ _type: 'cityPage', slug }) ?? undefined}>
              <title>{name}</title>
              <circle cx={x} cy={y} r=".42" />
            </a>
          ))}
        </g>
      </svg>
      <figcaption className="mt-2 text-muted text-sm">{`${points.length} ${label}`}</figcaption>
    </figure>
  );
}
