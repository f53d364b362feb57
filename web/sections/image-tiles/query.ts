import { linkFields, pictureFields } from '../../sanity/projections.ts';

export const imageTilesFields = `
  anchor, eyebrow, heading, intro,
  tiles[]{_key, caption, text, picture{${pictureFields}}, link{${linkFields}}}
`;
