import { CogIcon } from '@sanity/icons/Cog';
import { ComposeIcon } from '@sanity/icons/Compose';
import { SearchIcon } from '@sanity/icons/Search';
import type { FieldGroupDefinition } from 'sanity';

/** Tabs that documents share, so that an editor finds the same things in the same place everywhere. */
export const contentGroup = {
  name: 'content',
  title: 'Content',
  icon: ComposeIcon,
  default: true,
} as const satisfies FieldGroupDefinition;

const seoGroup = {
  name: 'seo',
  title: 'Search engines',
  icon: SearchIcon,
} as const satisfies FieldGroupDefinition;

export const settingsGroup = {
  name: 'settings',
  title: 'Settings',
  icon: CogIcon,
} as const satisfies FieldGroupDefinition;

export const pageGroups = [contentGroup, seoGroup, settingsGroup];
