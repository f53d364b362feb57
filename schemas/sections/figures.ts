import { figuresField } from '#schemas/objects/figure-ref.ts';
import { defineSection } from './define-section.ts';

export const figures = defineSection({
  name: 'figures',
  title: 'Figures',
  description: 'A row of business figures.',
  on: ['page', 'cityPage'],
  heading: 'optional',
  fields: [figuresField(12, true)],
});
