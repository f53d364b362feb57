import { TaskIcon } from '@sanity/icons/Task';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { artFields } from '#schemas/objects/picture.ts';

/** A list of reasons or benefits, each with a tick. */
export const checklist = defineType({
  name: 'checklist',
  title: 'Checklist',
  type: 'object',
  icon: TaskIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'points',
      title: 'Points',
      type: 'array',
      description: 'One point a line, the benefit first.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'checklistPoint',
          title: 'Point',
          fields: [
            line({
              name: 'title',
              title: 'Point',
              description: 'The point in one line.',
              required: true,
              advisedMax: 90,
            }),
            paragraph({
              name: 'text',
              title: 'Explanation',
              description: 'Optional. One or two sentences.',
              advisedMax: 240,
              rows: 2,
            }),
          ],
          preview: { select: { title: 'title', subtitle: 'text' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(16),
    }),
    ...artFields(),
    actionsField(),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Checklist', subtitle: 'Checklist' }),
  },
});
