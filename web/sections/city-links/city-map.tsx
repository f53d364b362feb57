import { hrefFor } from '#schemas/paths.ts';
import { dots, placesOf, pointsOf } from '#web/components/drawings/india.ts';
import { labelSize, placeLabels } from '#web/components/drawings/place-labels.ts';
import type { City } from './find-city.ts';

/** More names than these have no room on the map. The list has all cities. */
const mostNames = 40;

/** Between a name and its line. */
const gap = 0.15;

type Props = { cities: readonly City[]; label: string };

/**
 * Draws the cities on a dotted map. The names are links for the mouse and for touch. The map is hidden from assistive
 * technology and the keyboard, because the list next to it has the same links.
 */
export function CityMap({ cities, label }: Props) {
  const points = pointsOf(placesOf(cities));
  const places = placeLabels(points.slice(0, mostNames));
  return (
    <figure>
      <svg className="drawing w-full" viewBox="-.5 .5 34 37" aria-hidden="true">
        <path d={dots} className="text-line" strokeWidth=".36" strokeDasharray="0 1" opacity=".7" />
        <g fontSize={labelSize} className="city-points">
          {places.map(({ _key, name, slug, x, y, labelX, labelY, isLeft }) => (
            <a key={_key} tabIndex={-1} href={hrefFor({ _type: 'cityPage', slug }) ?? undefined}>
              {Math.hypot(labelX - x, labelY - y) > 1 ? <path d={`M${x} ${y}L${labelX} ${labelY}`} /> : null}
              <text
                x={labelX + (isLeft ? -gap : gap)}
                y={labelY + labelSize / 3}
                textAnchor={isLeft ? 'end' : undefined}
              >
                {name}
              </text>
            </a>
          ))}
          {points.map(({ _key, x, y }) => (
            <circle
              key={_key}
              cx={x}
              cy={y}
              r={places.find((one) => one._key === _key)?.isCrowded ? 0.2 : 0.42}
            />
          ))}
        </g>
      </svg>
      <figcaption className="mt-2 text-muted text-sm">{`${points.length} ${label}`}</figcaption>
    </figure>
  );
}
