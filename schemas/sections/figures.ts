import { BarChartIcon } from '@sanity/icons/BarChart';
import { defineType } from 'sanity';
import { anchorField, headingFields } from '#schemas/fields.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';

/** A row of business figures. */
export const figures = defineType({
  name: 'figures',
  title: 'Figures',
  type: 'object',
  icon: BarChartIcon,
  fields: [...headingFields({ required: false }), figuresField({ required: true, max: 12 }), anchorField()],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Figures', subtitle: 'Figures' }),
  },
});
