import type { SectionProps } from '#web/content/types.ts';
import { wholeFormat } from '#web/contracts/money.ts';

type Props = { prices: SectionProps<'priceGuide'>['section']['prices']; currency: 'INR' | 'AED' };

/** Draws the prices in one currency as marks on one scale that begins at zero, each with its unit. Names lead to the details. */
export function PriceScale({ prices, currency }: Props) {
  const marked = prices.flatMap(({ _key, title, price }) => {
    const amount = currency === 'AED' ? price?.aed : price?.inr;
    return amount ? { _key, title, amount, per: price?.per } : [];
  });
  if (marked.length < 2) return null;
  const step = tickFor(Math.max(...marked.map(({ amount }) => amount)));
  const ticks = Math.ceil(Math.max(...marked.map(({ amount }) => amount)) / step);
  const money = wholeFormat(currency);
  // “AED” would not fit at the end of the scale. The prices name it.
  const nameTick = (index: number) => money.format(index * step).replace(/^[A-Z]+\s/, '');
  return (
    <ul className="price-scale">
      {marked.map(({ _key, title, amount, per }) => (
        <li key={_key}>
          <a
            href={`#price-${_key}`}
            aria-label={`${title}: ${money.format(amount)} ${per}`}
            className="row-link max-w-full flex-[1_0_9rem]"
          >
            {title}
          </a>
          <p className="text-muted tabular lg:order-1">
            <b className="figure-value text-ink text-xl">{money.format(amount)}</b> {per}
          </p>
          <div
            aria-hidden="true"
            className="relative mr-[2.6rem] mb-3 h-5 w-full bg-[linear-gradient(90deg,var(--color-hairline)_1px,transparent_1px)] lg:mb-0 lg:h-auto lg:w-auto lg:self-stretch [border-right:1px_solid_var(--color-hairline)]"
            style={{ backgroundSize: `${100 / ticks}% 100%` }}
          >
            <span className="price-mark" style={{ width: `${(100 * amount) / (step * ticks)}%` }} />
          </div>
        </li>
      ))}
      <li aria-hidden="true">
        <p className="mr-[2.6rem] flex w-full justify-between whitespace-nowrap text-[min(0.75rem,3.5vw)] text-muted tabular lg:col-[2] lg:w-auto">
          {Array.from({ length: ticks + 1 }, (_, index) => nameTick(index)).map((amount) => (
            // Without width, so that every label begins at its tick.
            <span key={amount} className="w-0">
              {amount}
            </span>
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
