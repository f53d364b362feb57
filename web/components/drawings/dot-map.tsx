/**
 * India in dots 0.85 degrees apart, with India as its Survey draws it, computed from Natural Earth's public 1:50m
 * boundaries. Each run of dots is one dashed stroke with round caps, which keeps the path short.
 */
const dots =
  'M6 1h2M5 2h7M6 3h7M6 4h6M7 5h5M8 6h4M8 7h3M7 8h6M6 9h7M6 10h7M29 10h1M5 11h9M27 11h4M2 12h16M22 12h0M27 12h3M3 13h17M22 13h7M3 14h19M24 14h5M4 15h17M27 15h1M1 16h21M26 16h1M1 17h21M27 17h0M2 18h2M6 18h16M27 18h0M3 19h1M6 19h14M6 20h14M6 21h12M6 22h11M6 23h10M6 24h9M6 25h8M7 26h6M7 27h6M8 28h5M8 29h5M27 29h0M8 30h4M9 31h3M9 32h3M10 33h1M10 34h1M28 36h0';
const west = 68;
const north = 37.5;
const degreesPerRow = 0.85;
/** A degree of longitude is shorter than one of latitude, by cos 22.5° in the middle of India. */
const degreesPerColumn = degreesPerRow / Math.cos((22.5 * Math.PI) / 180);
const columns = 33;
const rows = 38;

export type Place = { name: string; lat: number; lng: number };

type Props = {
  places: Place[];
  /** Writes the names beside the points. Assistive technology does not get them: the page's text has them. */
  isNamed?: boolean;
  className?: string;
};

/** Places as points on a dotted map of India. Places outside the map are left out. */
export function DotMap({ places, isNamed = false, className = '' }: Props) {
  const points = places.flatMap(({ name, lat, lng }) => {
    const [x, y] = [round((lng - west) / degreesPerColumn), round((north - lat) / degreesPerRow)];
    return x >= 0 && x <= columns && y >= 0 && y <= rows ? [{ name, x, y }] : [];
  });
  const shown = points.length > maxPoints ? onePerDot(points) : points;
  return (
    <svg className={`drawing w-full ${className}`} viewBox="-.5 .5 34 37" aria-hidden="true">
      <path d={dots} className="text-line" strokeWidth=".36" strokeDasharray="0 1" opacity=".7" />
      {shown.map(({ name, x, y }) => (
        <g key={name}>
          {isNamed ? <path d={`M${x} ${y}l3-3h2`} strokeWidth=".14" /> : null}
          <circle
            cx={x}
            cy={y}
            r={isNamed ? 0.8 : 0.5}
            className="fill-saffron stroke-ink"
            strokeWidth=".2"
          />
          {isNamed ? (
            <text
              x={x + 5.5}
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

/** Above this number points overlap, and one point per dot of the map shows the same. */
const maxPoints = 200;

function onePerDot(points: { name: string; x: number; y: number }[]) {
  const rounded = points.map(({ name, x, y }) => ({ name, x: Math.round(x), y: Math.round(y) }));
  return [...new Map(rounded.map((point) => [`${point.x} ${point.y}`, point] as const)).values()];
}

const round = (value: number) => Math.round(value * 100) / 100;
