import { actionFields, pictureFields } from '#web/content/projections.ts';

export const checklistFields = `
  anchor, eyebrow, heading, intro, art, plotLabel,
  points[]{_key, title, text},
  actions[]{${actionFields}},
  picture{${pictureFields}}
`;
