import { Icon } from '#web/components/icon/icon.tsx';
import { Action, ContentLinkTo } from '#web/components/link/action.tsx';
import { Section } from '#web/components/section/section.tsx';
import { actionFields, navigationFields } from '#web/content/projections.ts';
import type { SectionProps, Site } from '#web/content/types.ts';

export const featureCardsFields = `
  layout,
  cards[]{_key, icon, title, text, action{${actionFields}}, links[]{${navigationFields}}}
`;

type Card = SectionProps<'featureCards'>['section']['cards'][number];

/** A few points that each deserve a card, or a list with hairlines. With three cards, the first is the wide one. */
export function FeatureCards({ section, site, isFirst }: SectionProps<'featureCards'>) {
  const { cards, layout } = section;
  if (layout === 'list')
    return (
      <Section section={section} isFirst={isFirst} site={site} head="beside">
        <ul>
          {cards.map((card) => (
            <li key={card._key} className="rule grid gap-x-6 py-6 last:pb-0 sm:grid-cols-[32px_1fr]">
              {card.icon ? <Icon name={card.icon} className="mt-1 mb-3" /> : <span />}
              <CardText card={card} site={site} />
            </li>
          ))}
        </ul>
      </Section>
    );
  const isTrio = cards.length === 3;
  const columns = cards.length % 3 === 0 ? 'md:grid-cols-2 lg:grid-cols-3' : 'md:grid-cols-2';
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ul className={isTrio ? 'grid gap-6 md:grid-cols-2 lg:grid-cols-[7fr_5fr]' : `ledger ${columns}`}>
        {cards.map((card, index) => {
          const isWide = isTrio && index === 0;
          return (
            <li
              key={card._key}
              className={`flex flex-col p-6 md:p-8 ${isTrio ? 'panel' : ''} ${isWide ? 'overflow-clip md:max-lg:col-span-2 lg:row-span-2' : ''}`}
            >
              {card.icon ? <Icon name={card.icon} className="mb-4" /> : null}
              <CardText card={card} site={site} isLarge={isWide} />
              {isWide ? <CardPlot /> : null}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Runs out of the foot of the wide card. */
function CardPlot() {
  return (
    <div className="graph -mx-8 mt-auto -mb-8 pt-8 max-lg:hidden">
      <svg className="drawing w-full text-teal" viewBox="0 0 640 160" aria-hidden="true">
        <path
          d="M0 140l110-18 96 10 120-50 104 12 210-84V160H0Z"
          className="fill-teal stroke-none"
          opacity=".06"
        />
        <path d="M0 140l110-18 96 10 120-50 104 12 210-84" strokeWidth="2.5" />
        <circle cx="326" cy="82" r="6" className="fill-surface" />
        <circle cx="530" cy="54" r="6" className="fill-surface" />
      </svg>
    </div>
  );
}

function CardText({ card, site, isLarge }: { card: Card; site: Site; isLarge?: boolean }) {
  return (
    <div>
      <h3 className={isLarge ? 'display text-2xl' : 'title'}>{card.title}</h3>
      <p className={`mt-2 max-w-measure text-muted ${isLarge ? 'text-lg' : ''}`}>{card.text}</p>
      {card.links && card.links.length > 0 ? (
        <ul className="mt-4 flex flex-wrap gap-x-6">
          {card.links.map(({ _key, label, link }) => (
            <li key={_key}>
              <ContentLinkTo link={link} site={site} className="row-link font-semibold text-teal">
                {label}
              </ContentLinkTo>
            </li>
          ))}
        </ul>
      ) : null}
      {card.action ? (
        <div className="mt-4">
          <Action action={card.action} site={site} look="text" />
        </div>
      ) : null}
    </div>
  );
}
