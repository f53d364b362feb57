import { Icon } from '#web/components/icon/icon.tsx';
import { Action, ContentLinkTo } from '#web/components/link/action.tsx';
import { Section } from '#web/components/section/section.tsx';
import type { SectionProps, Site } from '../section-props.ts';

type Card = SectionProps<'featureCards'>['section']['cards'][number];

/** A few points that each deserve a card, or a list with hairlines. With three cards, the first is the wide one. */
export function FeatureCards({ section, site, isFirst, edit }: SectionProps<'featureCards'>) {
  const { cards, layout } = section;
  const editCard = (card: Card) => edit(`cards[_key=="${card._key}"]`);
  if (layout === 'list')
    return (
      <Section section={section} isFirst={isFirst} edit={edit} site={site} head="beside">
        <ul>
          {cards.map((card) => (
            <li
              key={card._key}
              className="rule grid gap-x-6 py-6 last:pb-0 sm:grid-cols-[32px_1fr]"
              {...editCard(card)}
            >
              {card.icon ? <Icon name={card.icon} className="mt-1 mb-3 text-teal" /> : <span />}
              <CardText card={card} site={site} />
            </li>
          ))}
        </ul>
      </Section>
    );
  return (
    <Section section={section} isFirst={isFirst} edit={edit} site={site}>
      <ul className={`grid gap-6 md:grid-cols-2 ${gridFor(cards.length)}`}>
        {cards.map((card, index) => (
          <li
            key={card._key}
            className={`rounded border border-hairline bg-surface p-6 md:p-8 ${cards.length === 3 && index === 0 ? 'graph max-lg:md:col-span-2 lg:row-span-2' : ''}`}
            {...editCard(card)}
          >
            {card.icon ? <Icon name={card.icon} className="mb-4 text-teal" /> : null}
            <CardText card={card} site={site} isLarge={cards.length === 3 && index === 0} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function gridFor(count: number) {
  if (count === 3) return 'lg:grid-cols-[7fr_5fr]';
  return count === 4 ? '' : 'lg:grid-cols-3';
}

function CardText({ card, site, isLarge }: { card: Card; site: Site; isLarge?: boolean }) {
  return (
    <div>
      <h3 className={isLarge ? 'display text-2xl' : 'font-semibold text-lg leading-snug'}>{card.title}</h3>
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
