import { actionFields, pictureFields } from '../../sanity/projections.ts';

export const checklistFields = `
  anchor, eyebrow, heading, intro, art, plotLabel,
  points[]{_key, title, text},
  actions[]{${actionFields}},
  picture{${pictureFields}}
`;
