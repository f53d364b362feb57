import { CogIcon } from '@sanity/icons/Cog';
import { ComposeIcon } from '@sanity/icons/Compose';
import { SearchIcon } from '@sanity/icons/Search';
import type { FieldGroupDefinition } from 'sanity';

/** Tabs that all documents share. The Studio hides a tab without fields. */
export const pageGroups: FieldGroupDefinition[] = [
  { name: 'content', title: 'Content', icon: ComposeIcon, default: true },
  { name: 'seo', title: 'Search engines', icon: SearchIcon },
  { name: 'settings', title: 'Settings', icon: CogIcon },
];
