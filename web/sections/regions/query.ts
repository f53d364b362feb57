import { actionFields } from '#web/content/projections.ts';

export const regionsFields = `
  anchor, eyebrow, heading, intro,
  regions[]{_key, name, text},
  actions[]{${actionFields}}
`;
