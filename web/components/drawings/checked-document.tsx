import type { ShownFigure } from '#web/content/links.ts';

type Props = { figures: ShownFigure[]; stamp?: string | null };

/** Widths of the two lines of each clause, in percent. */
const clauses = [
  [88, 64],
  [80, 72],
  [90, 52],
];

/** Ticked clauses and a stamp, with figures as totals. */
export function CheckedDocument({ figures, stamp }: Props) {
  return (
    <div className="sheet mr-2 mb-2 p-6">
      <div className="relative">
        <svg className="drawing w-full text-line" viewBox="0 0 400 214" aria-hidden="true">
          <path d="M0 12h150" strokeWidth="8" className="text-ink" />
          <path d="M0 34h96M0 52h400" strokeWidth="2" opacity=".6" />
          {clauses.map(([first = 0, second = 0], index) => {
            const y = 80 + index * 52;
            return (
              <g key={first}>
                <rect x="1" y={y - 6} width="22" height="22" rx="2" className="stroke-teal" />
                <path d={`M6 ${y + 5}l5 5 8-11`} className="stroke-teal" strokeWidth="3" />
                <path
                  d={`M44 ${y}h${first * 3.5}M44 ${y + 14}h${second * 3.5}`}
                  strokeWidth="4"
                  opacity=".45"
                />
              </g>
            );
          })}
        </svg>
        {stamp ? (
          <p className="stamp absolute right-0 bottom-2 bg-surface px-4 py-2 text-lg">{stamp}</p>
        ) : null}
      </div>
      {figures.length > 0 ? (
        <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-4">
          {figures.map(({ key, value, label }) => (
            <div key={key} className="flex flex-col-reverse">
              <dt className="text-muted text-sm">{label}</dt>
              <dd className="figure-value text-2xl">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
