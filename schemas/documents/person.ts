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
    line('name', 'The name that clients know.', { advisedMax: 50 }),
    line('role', 'What this person is responsible for. For example: Tender desk.', {
      title: 'Position',
      advisedMax: 60,
    }),
    defineField({
      name: 'picture',
      type: 'picture',
      description: 'Optional. An upright photograph of this person. If empty, the site shows their initials.',
    }),
    points('languages', 'The languages in which this person can answer.', { max: 6, advisedMax: 24 }),
    points('cities', 'The cities in which this person works.', { max: 4, advisedMax: 30 }),
    paragraph('askAbout', 'One sentence that says what visitors can ask this person.', {
      title: 'Ask about',
      advisedMax: 160,
      rows: 2,
    }),
    orderField('Position in lists'),
    evidenceField(`Proof that the person agrees to be shown. ${hiddenUntilConfirmed}`),
  ],
  orderings: [{ name: 'orderAsc', title: 'Position in lists', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'name', subtitle: 'role', media: 'picture' } },
});

export const personReference = (name: string, title: string, description: string) =>
  defineField({ name, title, description, type: 'reference', to: [{ type: 'person' }] });
