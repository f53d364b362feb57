import { line, list, paragraph } from '#schemas/fields.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const checklist = defineSection({
  name: 'checklist',
  title: 'Checklist',
  description: 'A list of reasons or benefits, each with a tick mark.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    list('points', 'One point per line. Begin with the benefit.', {
      max: 16,
      item: {
        name: 'checklistPoint',
        title: 'Point',
        preview: { title: 'title', subtitle: 'text' },
        fields: [
          line('title', 'The point in one line.', { title: 'Point', advisedMax: 90 }),
          paragraph('text', 'Optional. One or two sentences under the point.', {
            title: 'Explanation',
            required: false,
            advisedMax: 240,
            rows: 2,
          }),
        ],
      },
    }),
    ...artFields,
  ],
});
