import { CaseIcon } from '@sanity/icons/Case';
import { line, orderField, paragraph, points } from '#schemas/fields.ts';
import { cardLinkField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineDocument } from './define-document.ts';

/** A service the agency offers, shown on cards and given to search engines. */
export const service = defineDocument({
  name: 'service',
  title: 'Service',
  icon: CaseIcon,
  list: { title: 'Services', group: 'parts', orderBy: 'title' },
  fields: [
    line({
      name: 'title',
      title: 'Name',
      description: 'The name that clients use.',
      advisedMax: 60,
    }),
    iconField(),
    paragraph({
      name: 'summary',
      description: 'What the client gets, in one or two sentences. Shown on cards.',
      advisedMax: 240,
    }),
    points({
      name: 'features',
      title: 'What is included',
      description: 'Short points, three to five.',
      max: 8,
      advisedMax: 70,
    }),
    cardLinkField,
    orderField('Place in lists'),
  ],
  orderings: [{ name: 'orderAsc', title: 'Place in lists', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'title', subtitle: 'summary' } },
});
