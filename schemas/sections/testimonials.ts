import { list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const testimonials = defineSection({
  name: 'testimonials',
  title: 'Testimonials',
  description: 'Quotes from clients, taken from the testimonials.',
  on: ['page', 'cityPage'],
  fields: [list('testimonials', 'Choose three to fill one row.', { max: 9, item: { to: 'testimonial' } })],
});
