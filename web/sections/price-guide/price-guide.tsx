import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Action } from '#web/components/link/action.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import { TickedList } from '#web/components/ticked-list/ticked-list.tsx';
import { actionFields, evidenceFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { wholeFormat } from '#web/contracts/money.ts';
import { PriceScale } from './price-scale.tsx';

/** GROQ projection. The figures are in `price`, so that removing unconfirmed figures keeps the other fields. */
export const priceGuideFields = `
  fromLabel, includesLabel, changesLabel, note,
  askAction{${actionFields}},
  prices[]{
    _key, title, service, includes, changes,
    "price": {"inr": inr, "aed": aed, "per": per, ${evidenceFields}}
  }
`;

type Guide = SectionProps<'priceGuide'>['section'];
type Price = Guide['prices'][number]['price'];

/** Returns the price in rupees, in dirhams, or both. In the Gulf, dirhams are enough. */
function listFigures(price: Price, isInGulf: boolean): string[] {
  const { inr, aed } = price ?? {};
  if (isInGulf && aed) return [wholeFormat('AED').format(aed)];
  return [...(inr ? [wholeFormat('INR').format(inr)] : []), ...(aed ? [wholeFormat('AED').format(aed)] : [])];
}

export function PriceGuide({ section, site, isFirst }: SectionProps<'priceGuide'>) {
  const { prices, askAction, fromLabel, includesLabel, changesLabel, note } = section;
  const Heading = isFirst ? 'h2' : 'h3';
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <PriceScale prices={prices} currency={site.gulf ? 'AED' : 'INR'} />
      <div aria-hidden="true" className="mt-10 cols label max-lg:hidden">
        <p className="col-span-4 col-start-5">{includesLabel}</p>
        <p className="col-span-4">{changesLabel}</p>
      </div>
      <ul>
        {prices.map(({ _key, title, service, includes, changes, price }) => {
          const figures = listFigures(price, site.gulf !== undefined);
          return (
            <li key={_key} id={`price-${_key}`} className="rule cols grid gap-y-4 py-6">
              <div className="lg:col-span-4">
                <Heading className="title">{title}</Heading>
                {price && figures.length > 0 ? (
                  <>
                    {figures.map((figure) => (
                      <p key={figure} className="text-muted tabular">
                        {fromLabel} <span className="font-semibold text-ink text-lg">{figure}</span>{' '}
                        {price.per}
                      </p>
                    ))}
                    <ClaimMark evidence={price.evidence} />
                  </>
                ) : null}
                {figures.length > 0 && (price?.aed || !site.gulf) ? null : (
                  <p className="mt-3">
                    <Action
                      action={{ ...askAction, service, label: `${askAction.label}: ${title}` }}
                      site={site}
                      variant="text"
                      message={`${askAction.label}: ${title}`}
                    />
                  </p>
                )}
              </div>
              <div className="lg:col-span-4">
                <p className="label mb-1 lg:sr-only">{includesLabel}</p>
                <TickedList points={includes} />
              </div>
              <div className="lg:col-span-4">
                <p className="label mb-1 lg:sr-only">{changesLabel}</p>
                <ul className="grid gap-2">
                  {changes.map((change) => (
                    <li key={change}>{change}</li>
                  ))}
                </ul>
              </div>
            </li>
          );
        })}
      </ul>
      <OptionalText className="mt-4 max-w-measure text-muted text-sm">{note}</OptionalText>
    </Section>
  );
}
