import { actionFields } from '../../sanity/projections.ts';

export const regionsFields = `
  anchor, eyebrow, heading, intro,
  regions[]{_key, name, text},
  actions[]{${actionFields}}
`;
