import { Icon } from '#web/components/icon/icon.tsx';
import { Action } from '#web/components/link/action.tsx';
import { Section } from '#web/components/section/section.tsx';
import { actionFields } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

/** GROQ projection. A card is a reference to a service, or has its own texts. */
export const serviceCardsFields = `
  showFeatures,
  cards[]{
    _key,
    _type,
    _type == "reference" => {
      "service": @->{_id, _type, icon, title, summary, features, action{${actionFields}}}
    },
    _type == "serviceCard" => {icon, title, text, features, action{${actionFields}}}
  }
`;

type Card = SectionProps<'serviceCards'>['section']['cards'][number];

export function ServiceCards({ section, site, isFirst }: SectionProps<'serviceCards'>) {
  const { cards, showFeatures } = section;
  const columns = cards.length % 3 === 0 || cards.length > 4 ? 'lg:grid-cols-3' : '';
  return (
    <Section section={section} isFirst={isFirst} site={site}>
      <ul className={`services ${columns}`}>
        {cards.map((card) => {
          const service = contentOf(card);
          return service ? (
            <li key={card._key} className="rule service">
              <div>
                <Icon name={service.icon} />
                <h3>{service.title}</h3>
              </div>
              <p>
                {service.text} <Action action={service.action ?? null} site={site} variant="text" />
              </p>
              {showFeatures !== false && service.features && service.features.length > 0 ? (
                <ul>
                  {service.features.map((feature) => (
                    <li key={feature}>{feature}</li>
                  ))}
                </ul>
              ) : null}
            </li>
          ) : null;
        })}
      </ul>
    </Section>
  );
}

function contentOf(card: Card) {
  if (card._type === 'serviceCard') return card;
  const { service } = card;
  return service && { ...service, text: service.summary };
}
