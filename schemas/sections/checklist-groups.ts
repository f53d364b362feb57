import { line, list, paragraph, points } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const checklistGroups = defineSection({
  name: 'checklistGroups',
  title: 'Checklists in groups',
  description: 'Lists of documents or duties in named groups.',
  on: ['page'],
  actions: true,
  fields: [
    list('groups', 'Two to six groups.', {
      max: 6,
      item: {
        name: 'checklistGroup',
        title: 'Group',
        preview: { title: 'title', subtitle: 'points.0' },
        fields: [
          line('title', 'Name of the group.', { advisedMax: 50 }),
          points('points', 'One document or duty a line.', { advisedMax: 100 }),
        ],
      },
    }),
    paragraph('note', 'Optional. A hint or a promise in one sentence.', {
      title: 'Note under the lists',
      required: false,
      advisedMax: 240,
      rows: 2,
    }),
  ],
});
