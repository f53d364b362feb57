import { BlockElementIcon } from '@sanity/icons/BlockElement';
import { CogIcon } from '@sanity/icons/Cog';
import { EnvelopeIcon } from '@sanity/icons/Envelope';
import { MenuIcon } from '@sanity/icons/Menu';
import { NumberIcon } from '@sanity/icons/Number';
import { SearchIcon } from '@sanity/icons/Search';
import { TextIcon } from '@sanity/icons/Text';
import { defineType } from 'sanity';
import { contactFields, identityFields, officeFields } from './settings-agency.ts';
import { figureFields } from './settings-figures.ts';
import { footerFields, navigationFields } from './settings-navigation.ts';
import { sharingFields, wordFields } from './settings-words.ts';

/** Everything that appears on more than one page, written once. */
export const siteSettings = defineType({
  name: 'siteSettings',
  title: 'Site settings',
  type: 'document',
  icon: CogIcon,
  groups: [
    { name: 'identity', title: 'Agency', icon: BlockElementIcon, default: true },
    { name: 'contact', title: 'Contact', icon: EnvelopeIcon },
    { name: 'figures', title: 'Figures', icon: NumberIcon },
    { name: 'navigation', title: 'Menu and footer', icon: MenuIcon },
    { name: 'words', title: 'Small words', icon: TextIcon },
    { name: 'seo', title: 'Search engines', icon: SearchIcon },
  ],
  fieldsets: [
    { name: 'hours', title: 'Opening hours', options: { collapsible: true } },
    { name: 'footer', title: 'Footer', options: { collapsible: true } },
    { name: 'notFound', title: 'Page not found', options: { collapsible: true } },
  ],
  fields: [
    ...identityFields,
    ...contactFields,
    ...officeFields,
    ...figureFields,
    ...navigationFields,
    ...footerFields,
    ...wordFields,
    ...sharingFields,
  ],
  preview: {
    select: { subtitle: 'agencyName' },
    prepare: ({ subtitle }) => ({ title: 'Site settings', subtitle }),
  },
});
