import type { socialPlatforms } from '#schemas/objects/social-link.ts';

type Platform = (typeof socialPlatforms)[number]['value'];

/** Names of the social platforms, as they write themselves. */
export const platformNames = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
} satisfies Record<Platform, string>;
