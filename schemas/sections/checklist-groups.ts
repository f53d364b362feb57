import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { defineArrayMember, defineField } from 'sanity';
import { line, paragraph, points } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const checklistGroups = defineSection({
  name: 'checklistGroups',
  title: 'Checklists in groups',
  description: 'Lists of documents or duties in named groups.',
  icon: CheckmarkCircleIcon,
  on: ['page'],
  actions: true,
  fields: [
    defineField({
      name: 'groups',
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
              description: 'Name of the group.',
              advisedMax: 50,
            }),
            points({
              name: 'points',
              description: 'One document or duty a line.',
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
      required: false,
      advisedMax: 240,
      rows: 2,
    }),
  ],
});
