import type { ShownFigure } from '#web/content/links.ts';

type Props = {
  figures: ShownFigure[];
  /** What the line counts: its legend. */
  label?: string | null;
};

/** The line without figures, in percent of the plot's width and height. */
const plainLine = [
  { x: 3, y: 84 },
  { x: 22, y: 70 },
  { x: 38, y: 74 },
  { x: 60, y: 48 },
  { x: 74, y: 40 },
  { x: 94, y: 18 },
];

/** A point of the line with figures, which climbs faster towards its end; `share` runs from 0 to 1. */
function pointAt(share: number) {
  return { x: round(3 + 93 * share), y: round(80 - 62 * share ** 1.25) };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A line on graph paper whose points are labelled with two figures or more; without figures it has one point. */
export function PlottedLine({ figures, label }: Props) {
  const points = figures.map((figure, index) => ({ ...figure, ...pointAt(index / (figures.length - 1)) }));
  const line = points.length > 0 ? points : plainLine;
  const end = line.at(-1);
  const d = `M${line.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  return (
    <div className="plot graph">
      <svg
        className="drawing drawn absolute inset-0 size-full overflow-visible text-teal"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d={`${d}V100H${line[0]?.x}Z`} className="fill-teal stroke-none" opacity=".06" />
        <path d={d} vectorEffect="non-scaling-stroke" strokeWidth="2.5" />
      </svg>
      {points.length > 0 ? (
        <ul>
          {points.map((point) => (
            <li
              key={point.key}
              className={`plot-point ${point.x > 50 ? 'above' : 'below'} ${point === end ? 'marked' : ''}`}
              style={{ left: `${point.x}%`, top: `${point.y}%` }}
            >
              <div>
                <p className="figure-value text-2xl">{point.value}</p>
                <p className="text-muted text-sm">{point.label}</p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <span className="plot-point marked" style={{ left: `${end?.x}%`, top: `${end?.y}%` }} />
      )}
      {label ? (
        <p className="absolute top-3 left-4 flex w-2/5 items-center gap-2 text-muted text-sm">
          <span className="h-0.5 w-6 flex-none bg-teal" aria-hidden="true" />
          {label}
        </p>
      ) : null}
    </div>
  );
}
