import type { CaseStudyContent } from '#web/content/types.ts';

type Props = { series: NonNullable<CaseStudyContent['series']> };

const numbers = new Intl.NumberFormat('en-IN');

export function SeriesPlot({ series: { title, unit, source, points } }: Props) {
  const placed = placeSeries(points.map(({ value }) => value));
  const d = `M${placed.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  return (
    <figure>
      <figcaption>
        <span className="font-semibold">{title}</span> <span className="text-muted text-sm">({unit})</span>
      </figcaption>
      <div className="plot">
        <svg
          className="drawing drawn absolute inset-0 size-full overflow-visible text-teal"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={`${d}V100H${placed[0]?.x}Z`} className="fill-teal stroke-none" opacity=".06" />
          <path d={d} vectorEffect="non-scaling-stroke" strokeWidth="2.5" />
        </svg>
        <dl>
          {points.map(({ _key, step, value }, index) => (
            <div
              key={_key}
              className="plot-point"
              style={{ left: `${placed[index]?.x}%`, height: `${100 - (placed[index]?.y ?? 100)}%` }}
            >
              <dt>{step}</dt>
              <dd className="figure-value">{numbers.format(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="text-muted text-sm">{source}</p>
    </figure>
  );
}

/** Rounds to two decimals, which is precise enough for drawings. */
export const round = (value: number) => Math.round(value * 100) / 100;

/** Height of the largest value, as a percentage of the plot. */
const headroom = 85;

/** Returns evenly spaced points as percentages of the plot, from its top left. Heights are proportional to the values. */
function placeSeries(values: readonly number[]): { x: number; y: number }[] {
  const largest = Math.max(...values, 0) || 1;
  return values.map((value, index) => ({
    x: round(4 + (92 * index) / Math.max(values.length - 1, 1)),
    y: round(100 - (headroom * value) / largest),
  }));
}
