import { UserIcon } from '@sanity/icons/User';
import { defineField } from 'sanity';
import { line, orderField, paragraph, points } from '#schemas/fields.ts';
import { evidenceField, hiddenUntilConfirmed } from '#schemas/objects/evidence.ts';
import { defineDocument } from './define-document.ts';

export const person = defineDocument({
  name: 'person',
  title: 'Person',
  icon: UserIcon,
  list: { title: 'People', group: 'parts', orderBy: 'name' },
  fields: [
    line('name', 'As clients know them.', { advisedMax: 50 }),
    line('role', 'What they answer for: Tender desk.', { title: 'Position', advisedMax: 60 }),
    defineField({
      name: 'picture',
      type: 'picture',
      description: 'Optional: a photograph of this person, upright. Without it their initials are shown.',
    }),
    points('languages', 'In which they answer.', { max: 6, advisedMax: 24 }),
    points('cities', 'Where they work.', { max: 4, advisedMax: 30 }),
    paragraph('askAbout', 'What visitors can ask them, in a sentence.', {
      title: 'Ask about',
      advisedMax: 160,
      rows: 2,
    }),
    orderField('Place in lists'),
    evidenceField(`The person agrees to be shown. ${hiddenUntilConfirmed}`),
  ],
  orderings: [{ name: 'orderAsc', title: 'Place in lists', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'role', media: 'picture' } },
});

export const personReference = (name: string, title: string, description: string) =>
  defineField({ name, title, description, type: 'reference', to: [{ type: 'person' }] });
