import { CogIcon } from '@sanity/icons/Cog';
import { ComposeIcon } from '@sanity/icons/Compose';
import { SearchIcon } from '@sanity/icons/Search';
import type { FieldGroupDefinition } from 'sanity';

/** Shared tabs, so that editors find the same things in the same place; the Studio hides empty ones. */
export const pageGroups: FieldGroupDefinition[] = [
  { name: 'content', title: 'Content', icon: ComposeIcon, default: true },
  { name: 'seo', title: 'Search engines', icon: SearchIcon },
  { name: 'settings', title: 'Settings', icon: CogIcon },
];
