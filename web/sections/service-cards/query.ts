import { actionFields } from '#web/content/projections.ts';

/** A card is a reference to a service, or texts of its own. */
export const serviceCardsFields = `
  anchor, eyebrow, heading, intro, showFeatures,
  cards[]{
    _key,
    _type,
    _type == "reference" => {
      "service": @->{_id, _type, icon, title, summary, features, action{${actionFields}}}
    },
    _type == "serviceCard" => {icon, title, text, features, action{${actionFields}}}
  },
  actions[]{${actionFields}}
`;
