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

/** Renders cards, or a list with hairlines. If there are three cards, the first is wide. */
export function FeatureCards(props: SectionProps<'featureCards'>) {
  const { section, site } = props;
  const { cards, layout } = section;
  const isList = layout === 'list';
  const isTrio = !isList && cards.length === 3;
  const columns = cards.length % 3 === 0 ? 'md:grid-cols-2 lg:grid-cols-3' : 'md:grid-cols-2';
  const classes = isTrio
    ? ['trio grid gap-4 lg:grid-cols-[8fr_4fr_4fr] lg:gap-8', 'lg:not-first:line-l lg:not-first:pl-8']
    : isList
      ? ['grid gap-x-8 sm:grid-cols-2', 'rule py-3 md:py-5 sm:last:odd:col-span-2']
      : [
          `grid gap-px ${columns}`,
          'bg-surface px-4 py-3 [box-shadow:0_0_0_1px_var(--color-hairline)] md:p-6',
        ];
  return (
    <Section {...props} head={isList ? 'left' : 'top'} background={isTrio ? 'raised' : undefined}>
      <ul className={classes[0]}>
        {cards.map((card, index) => (
          <li key={card._key} className={`feature max-md:flex max-md:gap-3 ${classes[1]}`}>
            {card.icon ? <Icon name={card.icon} className="mb-2" /> : null}
            <CardText card={card} site={site} isLarge={isTrio && index === 0} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function CardText({ card, site, isLarge }: { card: Card; site: Site; isLarge?: boolean }) {
  return (
    <div>
      <h3 className={isLarge ? 'display text-2xl' : 'title'}>{card.title}</h3>
      <p className="mt-1 max-w-measure text-muted md:mt-2">{card.text}</p>
      {card.links && card.links.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-x-4">
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
        <div className="mt-1">
          <Action action={card.action} site={site} variant="text" />
        </div>
      ) : null}
    </div>
  );
}
