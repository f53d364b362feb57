import { actionFields } from '#web/content/projections.ts';

export const checklistGroupsFields = `
  anchor, eyebrow, heading, intro, note,
  groups[]{_key, title, points},
  actions[]{${actionFields}}
`;
