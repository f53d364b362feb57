import { BlockquoteIcon } from '@sanity/icons/Blockquote';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields } from '#schemas/fields.ts';

/** What clients say, taken from the testimonials. */
export const testimonials = defineType({
  name: 'testimonials',
  title: 'Testimonials',
  type: 'object',
  icon: BlockquoteIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'testimonials',
      title: 'Testimonials',
      type: 'array',
      description: 'Three read well side by side.',
      of: [defineArrayMember({ type: 'reference', to: [{ type: 'testimonial' }] })],
      validation: (rule) => rule.required().min(1).max(9).unique(),
    }),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Testimonials', subtitle: 'Testimonials' }),
  },
});
