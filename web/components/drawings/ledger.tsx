import type { ShownFigure } from '#web/content/links.ts';

type Props = { figures: ShownFigure[]; heading: string | null };

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
