import { linkFields, pictureFields } from '#web/content/projections.ts';

export const imageTilesFields = `
  anchor, eyebrow, heading, intro,
  tiles[]{_key, caption, text, picture{${pictureFields}}, link{${linkFields}}}
`;
