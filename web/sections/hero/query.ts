import { actionFields, pictureFields } from '#web/content/projections.ts';

export const heroFields = `
  eyebrow, heading, text, figures, art, plotLabel,
  actions[]{${actionFields}},
  picture{${pictureFields}}
`;
