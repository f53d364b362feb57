import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line, paragraph, takingPlaceholders } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { shownText } from '#schemas/text-rules.ts';

/** Lists of documents or duties in named groups. */
export const checklistGroups = defineType({
  name: 'checklistGroups',
  title: 'Checklists in groups',
  type: 'object',
  icon: CheckmarkCircleIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'groups',
      title: 'Groups',
      type: 'array',
      description: 'Two to six groups.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'checklistGroup',
          title: 'Group',
          fields: [
            line({
              name: 'title',
              title: 'Title',
              description: 'Name of the group.',
              required: true,
              advisedMax: 50,
            }),
            defineField({
              name: 'points',
              title: 'Points',
              type: 'array',
              description: takingPlaceholders('One document or duty a line.'),
              of: [defineArrayMember({ type: 'string', validation: shownText({ advisedMax: 100 }) })],
              validation: (rule) => rule.required().min(1),
            }),
          ],
          preview: {
            select: { title: 'title', points: 'points' },
            prepare: ({ title, points }) => ({
              title,
              subtitle: Array.isArray(points) ? `${points.length} points` : '',
            }),
          },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(6),
    }),
    paragraph({
      name: 'note',
      title: 'Note under the lists',
      description: 'Optional. A hint or a promise in one sentence.',
      advisedMax: 240,
      rows: 2,
    }),
    actionsField(),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({
      title: heading ?? 'Checklists in groups',
      subtitle: 'Checklists in groups',
    }),
  },
});
