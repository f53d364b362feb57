import { actionFields } from '#web/content/projections.ts';

export const processFields = `
  anchor, eyebrow, heading, intro,
  steps[]{_key, title, text, duration},
  actions[]{${actionFields}}
`;
