export const platformsFields = `
  anchor, eyebrow, heading, intro, usersLabel,
  cards[]{_key, platform, name, users, focus}
`;
