import { label, list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const people = defineSection({
  name: 'people',
  title: 'People',
  description: 'The people to contact, with their languages and what to ask them.',
  on: ['page', 'cityPage'],
  fields: [
    list('people', 'The people who are responsible for the topic of this page. One to three look best.', {
      max: 12,
      item: { to: 'person' },
    }),
    label('askLabel', 'Label before the topics', 'Ask about', 30),
  ],
});
