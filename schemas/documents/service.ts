import { CaseIcon } from '@sanity/icons/Case';
import { line, orderField, paragraph, points } from '#schemas/fields.ts';
import { cardLinkField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineDocument } from './define-document.ts';

export const service = defineDocument({
  name: 'service',
  title: 'Service',
  icon: CaseIcon,
  list: { title: 'Services', group: 'parts', orderBy: 'title' },
  fields: [
    line('title', 'The name that clients use.', { title: 'Name', advisedMax: 60 }),
    iconField(),
    paragraph('summary', 'What the client gets, in one or two sentences. Shown on cards.', {
      advisedMax: 240,
    }),
    points('features', 'Three to five short points. Shown on cards.', {
      title: 'What is included',
      max: 8,
      advisedMax: 70,
    }),
    cardLinkField,
    orderField('Position in lists'),
  ],
  orderings: [{ name: 'orderAsc', title: 'Position in lists', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'title', subtitle: 'summary' } },
});
