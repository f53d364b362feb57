import type { SectionProps } from '#web/content/types.ts';
import { wholeFormat } from '#web/contracts/money.ts';

type Props = { prices: SectionProps<'priceGuide'>['section']['prices'] };

/** Draws the prices in rupees as marks on one scale that begins at zero, each with its unit. Names lead to the details. */
export function PriceScale({ prices }: Props) {
  const marked = prices.flatMap(({ _key, title, price }) =>
    price?.inr ? { _key, title, inr: price.inr, per: price.per } : [],
  );
  if (marked.length < 2) return null;
  const step = tickFor(Math.max(...marked.map(({ inr }) => inr)));
  const ticks = Math.ceil(Math.max(...marked.map(({ inr }) => inr)) / step);
  const rupees = wholeFormat('INR');
  return (
    <ul className="price-scale">
      {marked.map(({ _key, title, inr, per }) => (
        <li key={_key}>
          <a
            href={`#price-${_key}`}
            aria-label={`${title}: ${rupees.format(inr)} ${per}`}
            className="row-link"
          >
            {title}
          </a>
          <p className="price text-muted tabular">
            <b className="figure-value text-ink text-xl">{rupees.format(inr)}</b> {per}
          </p>
          <div aria-hidden="true" className="price-track" style={{ backgroundSize: `${100 / ticks}% 100%` }}>
            <span style={{ width: `${(100 * inr) / (step * ticks)}%` }} />
          </div>
        </li>
      ))}
      <li aria-hidden="true">
        <p className="price-ticks tabular">
          {Array.from({ length: ticks + 1 }, (_, index) => rupees.format(index * step)).map((amount) => (
            <span key={amount}>{amount}</span>
          ))}
        </p>
      </li>
    </ul>
  );
}

/** Returns the smallest round step that needs at most four ticks up to `most`. */
function tickFor(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most / 4));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * unit).find((step) => most / step <= 4) ?? most;
}
