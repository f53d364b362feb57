import { defineArrayMember, defineField } from 'sanity';
import { defineSection } from './define-section.ts';

export const testimonials = defineSection({
  name: 'testimonials',
  title: 'Testimonials',
  description: 'What clients say, taken from the testimonials.',
  on: ['page', 'cityPage'],
  fields: [
    defineField({
      name: 'testimonials',
      type: 'array',
      description: 'Three read well side by side.',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'testimonial' }] })],
      validation: (rule) => rule.required().min(1).max(9).unique(),
    }),
  ],
});
