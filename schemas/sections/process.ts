import { OlistIcon } from '@sanity/icons/Olist';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';

/** Numbered steps along one line. */
export const process = defineType({
  name: 'process',
  title: 'Process',
  type: 'object',
  icon: OlistIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'steps',
      title: 'Steps',
      type: 'array',
      description: 'In order; the site numbers them.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'processStep',
          title: 'Step',
          fields: [
            line({
              name: 'title',
              title: 'Title',
              description: 'What happens, in a few words.',
              required: true,
              advisedMax: 50,
            }),
            paragraph({
              name: 'text',
              title: 'Text',
              description: 'What the client sees of it.',
              required: true,
              advisedMax: 240,
            }),
            line({
              name: 'duration',
              title: 'How long',
              description: 'Optional. For example 5-10 days.',
              advisedMax: 40,
            }),
          ],
          preview: { select: { title: 'title', subtitle: 'duration' } },
        }),
      ],
      validation: (rule) => rule.required().min(2).max(8),
    }),
    actionsField(),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Process', subtitle: 'Process' }),
  },
});
