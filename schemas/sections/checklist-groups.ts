import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { defineArrayMember, defineField } from 'sanity';
import { anchorField, headingFields, line, paragraph, points } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { defineSection } from './define-section.ts';

export const checklistGroups = defineSection({
  name: 'checklistGroups',
  title: 'Checklists in groups',
  description: 'Lists of documents or duties in named groups.',
  icon: CheckmarkCircleIcon,
  thumbnail: new URL('./checklist-groups.svg', import.meta.url),
  on: ['page'],
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
            points({
              name: 'points',
              title: 'Points',
              description: 'One document or duty a line.',
              required: true,
              advisedMax: 100,
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
});
