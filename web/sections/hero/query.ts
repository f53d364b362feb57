import { actionFields, pictureFields } from '../../sanity/projections.ts';

export const heroFields = `
  eyebrow, heading, text, figures, art, plotLabel,
  actions[]{${actionFields}},
  picture{${pictureFields}}
`;
