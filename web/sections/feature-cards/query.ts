import { actionFields, navigationFields } from '#web/content/projections.ts';

export const featureCardsFields = `
  anchor, eyebrow, heading, intro, layout,
  cards[]{_key, icon, title, text, action{${actionFields}}, links[]{${navigationFields}}},
  actions[]{${actionFields}}
`;
