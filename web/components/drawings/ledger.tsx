import type { ShownFigure } from '#web/content/links.ts';

type Props = { figures: ShownFigure[]; heading: string | null };

/** Figures of different kinds as entries of an account book, one a line. */
export function Ledger({ figures, heading }: Props) {
  return (
    <div className="sheet account">
      {heading ? <p className="label">{heading}</p> : null}
      <dl>
        {figures.map(({ key, value, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="figure-value text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
