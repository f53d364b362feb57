import { TrendUpwardIcon } from '@sanity/icons/TrendUpward';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line, paragraph } from '#schemas/fields.ts';

/** Short accounts of work with a result in figures. */
export const successStories = defineType({
  name: 'successStories',
  title: 'Success stories',
  type: 'object',
  icon: TrendUpwardIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'stories',
      title: 'Stories',
      type: 'array',
      description: 'Only results that you can show papers for.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'successStory',
          title: 'Story',
          fields: [
            line({
              name: 'client',
              title: 'Client',
              description: 'What kind of business, and where.',
              required: true,
              advisedMax: 60,
            }),
            paragraph({
              name: 'text',
              title: 'What was done',
              description: 'The problem and the work, in two or three sentences.',
              required: true,
              advisedMax: 320,
            }),
            line({
              name: 'result',
              title: 'Result',
              description: 'The figure: 3×, +180%.',
              required: true,
              advisedMax: 14,
            }),
            line({
              name: 'resultLabel',
              title: 'What the figure counts',
              description: 'And over what time: enquiries a month after 6 months.',
              required: true,
              advisedMax: 70,
            }),
          ],
          preview: { select: { title: 'client', subtitle: 'result' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(6),
    }),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Success stories', subtitle: 'Success stories' }),
  },
});
