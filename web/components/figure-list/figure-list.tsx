import type { ResolvedFigure } from '#web/content/links.ts';

/** Returns the classes of the list and of its items. A figure wider than its place in a row takes the room it needs. */
function layoutFor(count: number) {
  const row = 'figure-row wrap-break-word flex flex-wrap gap-4';
  if (count > 4) return [`${row} lg:gap-x-8`, `${third} lg:basis-[calc((100%-160px)/6)]`];
  if (count === 3) return [row, third];
  return [
    `grid grid-cols-2 gap-x-4 gap-y-4 sm:gap-x-8 ${count === 4 ? 'lg:grid-cols-[repeat(4,auto)]' : ''}`,
    '',
  ];
}

const third = 'flex-none basis-[calc((100%-32px)/3)]';

type Props = { figures: ResolvedFigure[]; size?: 'large' | 'small'; className?: string };

export function FigureList({ figures, size = 'large', className }: Props) {
  if (figures.length === 0) return null;
  const [list, item] = layoutFor(figures.length);
  return (
    <div className={className}>
      <dl className={list}>
        {figures.map(({ key, value, label, source }) => (
          <div
            key={key}
            className={`flex flex-col-reverse justify-end ${item} ${size === 'small' ? 'lg:flex-row-reverse lg:items-baseline lg:gap-2' : 'rule pt-3'}`}
          >
            <dt className={`mt-1 text-muted ${size === 'small' ? 'lg:text-sm' : ''}`}>{label}</dt>
            <dd className={`figure-value ${size === 'large' ? 'text-3xl' : 'text-lg'}`}>
              {source ? (
                <a href={source} aria-label={`${value} ${label}`} className="link">
                  {value}
                </a>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
