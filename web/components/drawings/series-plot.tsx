import type { Section } from '#web/content/types.ts';
import { placeSeries } from './place-series.ts';

type Props = { series: NonNullable<Extract<Section, { _type: 'hero' }>['series']> };

const numbers = new Intl.NumberFormat('en-IN');

export function SeriesPlot({ series: { title, unit, source, points } }: Props) {
  const placed = placeSeries(points.map(({ value }) => value));
  const d = `M${placed.map(({ x, y }) => `${x} ${y}`).join('L')}`;
  return (
    <figure className="series">
      <figcaption>
        <span className="font-semibold">{title}</span> <span className="text-muted text-sm">({unit})</span>
      </figcaption>
      <div className="plot graph">
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
