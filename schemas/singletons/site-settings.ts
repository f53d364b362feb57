import { BlockElementIcon } from '@sanity/icons/BlockElement';
import { CogIcon } from '@sanity/icons/Cog';
import { EnvelopeIcon } from '@sanity/icons/Envelope';
import { MenuIcon } from '@sanity/icons/Menu';
import { NumberIcon } from '@sanity/icons/Number';
import { SearchIcon } from '@sanity/icons/Search';
import { TextIcon } from '@sanity/icons/Text';
import { defineType } from 'sanity';
import { fieldsIn, list } from '#schemas/fields.ts';
import { findDuplicate } from '#schemas/text-rules.ts';
import { contactFields, identityFields } from './settings-agency.ts';
import { labelFields, sharingFields } from './settings-labels.ts';
import { navigationFields } from './settings-navigation.ts';

const businessFigures = list(
  'figures',
  'Figures that texts use, such as years of experience. A change here changes all pages. Do not remove a figure that a text uses.',
  {
    title: 'Business figures',
    item: 'businessFigure',
    check: (figures) => {
      const twice = findDuplicate(figures, 'key');
      return twice ? `Two figures have the key "${twice}". Give each figure its own key.` : true;
    },
  },
);

const promises = list(
  'promises',
  'Optional. Promises in words, such as “free” or “always”, with their evidence. The launch checklist finds promises that are not in this list. Enter times and numbers under Business figures instead.',
  { title: 'Promises in texts', item: 'promise', required: false },
);

const claimPages = list(
  'claimPages',
  'Optional. Pages that only make sense with facts, such as prices, case studies or sources of figures. The public site leaves out such a page, and every link to it, until one of its facts is confirmed.',
  { title: 'Pages that need a confirmed fact', item: { to: 'page' }, required: false },
);

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
    { name: 'labels', title: 'Labels', icon: TextIcon },
    { name: 'seo', title: 'Search engines', icon: SearchIcon },
  ],
  fieldsets: [
    { name: 'hours', title: 'Opening hours', options: { collapsible: true } },
    { name: 'footer', title: 'Footer', options: { collapsible: true } },
    { name: 'notFound', title: 'Page not found', options: { collapsible: true } },
  ],
  fields: [
    ...fieldsIn({ group: 'identity' }, identityFields),
    ...fieldsIn({ group: 'contact' }, contactFields),
    ...fieldsIn({ group: 'figures' }, [businessFigures, promises, claimPages]),
    ...fieldsIn({ group: 'navigation' }, navigationFields),
    ...fieldsIn({ group: 'labels' }, labelFields),
    ...fieldsIn({ group: 'seo' }, sharingFields),
  ],
  preview: {
    select: { subtitle: 'agencyName' },
    prepare: ({ subtitle }) => ({ title: 'Site settings', subtitle }),
  },
});
