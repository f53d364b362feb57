import { dots, type Place, pointsOf } from './india.ts';

type Props = {
  places: Place[];
  /** Shows the places' names. The map is hidden from assistive technology, because the page's text has the names. */
  isNamed?: boolean;
  className?: string;
};

/** Plots places on a dotted map of India. Places outside the map are left out; a single named place gets a crosshair. */
export function DotMap({ places, isNamed = false, className = '' }: Props) {
  const points = pointsOf(places);
  const plotted = points.length > maxPoints ? onePerDot(points) : points;
  return (
    <svg className={`drawing w-full ${className}`} viewBox="-.5 .5 34 37" aria-hidden="true">
      <path d={dots} className="text-line" strokeWidth=".36" strokeDasharray="0 1" opacity=".7" />
      {isNamed && points.length === 1
        ? points.map(({ name, x, y, lat, lng }) => (
            <g key={name} className="text-teal" strokeWidth=".1" textAnchor={anchorAt(x)}>
              <path d={`M${x} .5V37.5M-.5 ${y}H33.5`} strokeDasharray=".5 .4" />
              <circle cx={x} cy={y} r="2.4" />
              <text
                x={x + side(x) * 3.5}
                y={y + 2.6}
                className="fill-muted stroke-paper"
                fontSize="1.25"
                strokeWidth=".8"
                paintOrder="stroke"
              >
                {`${lat.toFixed(2)}° N, ${lng.toFixed(2)}° E`}
              </text>
            </g>
          ))
        : null}
      {plotted.map(({ name, x, y }) => (
        <g key={name} textAnchor={anchorAt(x)}>
          {isNamed ? <path d={`M${x} ${y}l${side(x) * 2}-3h${side(x)}`} strokeWidth=".14" /> : null}
          <circle
            cx={x}
            cy={y}
            r={isNamed ? 0.8 : 0.5}
            className="fill-saffron stroke-ink"
            strokeWidth=".2"
          />
          {isNamed ? (
            <text
              x={x + side(x) * 3.5}
              y={y - 2.4}
              className="display fill-ink stroke-paper"
              fontSize="1.9"
              strokeWidth=".5"
              paintOrder="stroke"
            >
              {name}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  );
}

/** Returns 1 to label a point on its right, or -1 (on its left) in the eastern half of the map. */
const side = (x: number) => (x < 18 ? 1 : -1);
const anchorAt = (x: number) => (x < 18 ? undefined : 'end');

/** Beyond this number, points would overlap, so only one point is drawn per dot of the map. */
const maxPoints = 200;

function onePerDot(points: { name: string; x: number; y: number }[]) {
  const rounded = points.map(({ name, x, y }) => ({ name, x: Math.round(x), y: Math.round(y) }));
  return [...new Map(rounded.map((point) => [`${point.x} ${point.y}`, point] as const)).values()];
}
