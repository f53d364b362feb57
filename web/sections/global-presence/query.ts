import { actionFields, pictureFields } from '#web/content/projections.ts';

/** The offices themselves come with the site settings. */
export const globalPresenceFields = `
  anchor, eyebrow, heading, intro, figures, art, plotLabel,
  actions[]{${actionFields}},
  picture{${pictureFields}}
`;
