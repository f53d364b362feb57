import type { ShownFigure } from '#web/content/links.ts';

type Props = {
  figures: ShownFigure[];
  /** What the line counts, written at its marked point when there are no figures, else along the axis. */
  label?: string | null;
};

/** Places in percent of the plot's width and height; the line climbs faster towards its end. */
function pointAt(index: number, count: number) {
  const t = count === 1 ? 1 : index / (count - 1);
  return { x: round(3 + 93 * t), y: round(80 - 62 * t ** 1.25) };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A line on graph paper whose points are labelled with figures; without any, it only rises to its marked point. */
export function PlottedLine({ figures, label }: Props) {
  const shown = figures.slice(0, 5);
  const points = shown.map((figure, index) => ({ ...figure, ...pointAt(index, Math.max(shown.length, 2)) }));
  const bare = [
    { x: 3, y: 84 },
    { x: 22, y: 70 },
    { x: 38, y: 74 },
    { x: 60, y: 48 },
    { x: 74, y: 40 },
    { x: 94, y: 18 },
  ];
  const end = { x: 94, y: 18 };
  const line = points.length > 1 ? points : bare;
  const d = `M${line.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  return (
    <div className="plot graph">
      <svg className="drawing text-teal" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={`${d}V100H${line[0]?.x}Z`} className="fill-teal stroke-none" opacity=".06" />
        <path d={d} vectorEffect="non-scaling-stroke" strokeWidth="2.5" />
      </svg>
      {points.length > 1 ? (
        <ul>
          {points.map(({ key, value, label: words, x, y }, index) => (
            <li
              key={key}
              className={`plot-point ${index === points.length - 1 ? 'marked' : ''}`}
              style={{ left: `${x}%`, top: `${y}%` }}
            >
              <div className={x > 50 ? 'above' : 'below'}>
                <p className="figure-value text-2xl">{value}</p>
                <p className="text-muted text-sm">{words}</p>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <span className="plot-point marked" style={{ left: `${end.x}%`, top: `${end.y}%` }} />
      )}
      {label ? (
        <p className="absolute top-3 left-4 flex w-2/5 items-center gap-2 text-muted text-sm">
          <span className="plot-key" aria-hidden="true" />
          {label}
        </p>
      ) : null}
    </div>
  );
}
