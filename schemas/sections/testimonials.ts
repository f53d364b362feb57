import { list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const testimonials = defineSection({
  name: 'testimonials',
  title: 'Testimonials',
  description: 'What clients say, taken from the testimonials.',
  on: ['page', 'cityPage'],
  fields: [list('testimonials', 'Three read well side by side.', { max: 9, item: { to: 'testimonial' } })],
});
