import { BarChartIcon } from '@sanity/icons/BarChart';
import { anchorField, headingFields } from '#schemas/fields.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { defineSection } from './define-section.ts';

export const figures = defineSection({
  name: 'figures',
  title: 'Figures',
  description: 'A row of business figures.',
  icon: BarChartIcon,
  thumbnail: new URL('./figures.svg', import.meta.url),
  on: ['page', 'cityPage'],
  fields: [...headingFields({ required: false }), figuresField({ required: true, max: 12 }), anchorField()],
});
