import { label, list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const people = defineSection({
  name: 'people',
  title: 'People',
  description: 'Who answers: names, languages, and what to ask them.',
  on: ['page', 'cityPage'],
  fields: [
    list('people', 'Those who answer for what this page is about. One to three read well.', {
      max: 12,
      item: { to: 'person' },
    }),
    label('askLabel', 'Words before what to ask', 'For example Ask about.', 'Ask about', 30),
  ],
});
