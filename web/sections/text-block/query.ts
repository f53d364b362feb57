import { actionFields, pictureFields, richTextFields } from '#web/content/projections.ts';

export const textBlockFields = `
  anchor, eyebrow, heading, intro, points, figures, art, plotLabel, side,
  body[]{${richTextFields}},
  actions[]{${actionFields}},
  picture{${pictureFields}}
`;
