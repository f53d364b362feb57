import type { ResolvedFigure } from '#web/content/links.ts';

function layoutFor(count: number, isSmall: boolean) {
  if (count > 4) return 'figure-row sixfold';
  if (count === 3) return 'figure-row';
  return `grid grid-cols-2 gap-x-4 gap-y-4 sm:gap-x-8 ${count === 4 && !isSmall ? 'lg:grid-cols-4' : ''}`;
}

type Props = { figures: ResolvedFigure[]; size?: 'large' | 'small'; className?: string };

export function FigureList({ figures, size = 'large', className }: Props) {
  if (figures.length === 0) return null;
  return (
    <div className={className}>
      <dl className={layoutFor(figures.length, size === 'small')}>
        {figures.map(({ key, value, label, source }) => (
          <div key={key} className="rule flex flex-col-reverse justify-end pt-3">
            <dt className="mt-1 text-muted">{label}</dt>
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
