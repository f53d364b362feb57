import type { ShownFigure } from '#web/content/links.ts';

/** Figures in a row under ruler ticks, like readings on a scale. */
export function FigureList({
  figures,
  size = 'large',
}: {
  figures: ShownFigure[];
  size?: 'large' | 'small';
}) {
  if (figures.length === 0) return null;
  return (
    <dl
      className={`grid grid-cols-2 gap-x-4 gap-y-8 sm:gap-x-8 ${size === 'large' && figures.length > 2 ? (figures.length === 4 ? 'md:grid-cols-4' : 'md:grid-cols-3') : ''}`}
    >
      {figures.map(({ key, value, label }) => (
        <div key={key} className="rule flex flex-col-reverse justify-end pt-4">
          <dt className="mt-1 text-muted">{label}</dt>
          <dd className={`figure-value ${size === 'large' ? 'text-3xl' : 'text-2xl'}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
