import { defineArrayMember, defineField } from 'sanity';
import { label } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const people = defineSection({
  name: 'people',
  title: 'People',
  description: 'Who answers: names, languages, and what to ask them.',
  on: ['page', 'cityPage'],
  fields: [
    defineField({
      name: 'people',
      type: 'array',
      description: 'Those who answer for what this page is about. One to three read well.',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'person' }] })],
      validation: (rule) => rule.required().min(1).max(12).unique(),
    }),
    label('askLabel', 'Words before what to ask', 'For example Ask about.', 'Ask about', 30),
  ],
});
