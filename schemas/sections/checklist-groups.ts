import { line, list, paragraph, points } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const checklistGroups = defineSection({
  name: 'checklistGroups',
  title: 'Grouped checklists',
  description: 'Several lists of documents or tasks, each with a name.',
  on: ['page'],
  actions: true,
  fields: [
    list('groups', 'Two to six groups, in the order in which they are shown.', {
      max: 6,
      item: {
        name: 'checklistGroup',
        title: 'Group',
        preview: { title: 'title', subtitle: 'points.0' },
        fields: [
          line('title', 'The heading of this group.', { advisedMax: 50 }),
          points('points', 'One document or task per line.', { advisedMax: 100 }),
        ],
      },
    }),
    paragraph('note', 'Optional. One sentence shown under the lists.', {
      title: 'Note under the lists',
      required: false,
      advisedMax: 240,
      rows: 2,
    }),
  ],
});
