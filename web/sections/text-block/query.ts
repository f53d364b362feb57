import { actionFields, pictureFields, richTextFields } from '../../sanity/projections.ts';

export const textBlockFields = `
  anchor, eyebrow, heading, intro, points, figures, art, plotLabel, side,
  body[]{${richTextFields}},
  actions[]{${actionFields}},
  picture{${pictureFields}}
`;
