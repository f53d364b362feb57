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
      <ul className={`grid gap-x-8 gap-y-3 md:grid-cols-2 md:gap-y-8 ${columns}`}>
        {cards.map((card) => {
          const service = readContent(card);
          return service ? (
            <li key={card._key} className="rule service">
              <div className="flex gap-3">
                <Icon name={service.icon} className="mt-1" />
                <h3 className="title">{service.title}</h3>
              </div>
              <p className="mt-1 text-muted max-md:mr-1.5">
                {service.text} <Action action={service.action ?? null} site={site} variant="text" />
              </p>
              {showFeatures !== false && service.features && service.features.length > 0 ? (
                <ul className="mt-1 w-full text-sm md:mt-4">
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

function readContent(card: Card) {
  if (card._type === 'serviceCard') return card;
  const { service } = card;
  return service && { ...service, text: service.summary };
}
