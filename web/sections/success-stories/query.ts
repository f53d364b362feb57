export const successStoriesFields = `
  anchor, eyebrow, heading, intro,
  stories[]{_key, client, text, result, resultLabel}
`;
