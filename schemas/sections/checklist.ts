import { line, list, paragraph } from '#schemas/fields.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const checklist = defineSection({
  name: 'checklist',
  title: 'Checklist',
  description: 'A list of reasons or benefits, each with a tick.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    list({
      name: 'points',
      description: 'One point a line, the benefit first.',
      max: 16,
      item: {
        name: 'checklistPoint',
        title: 'Point',
        preview: { title: 'title', subtitle: 'text' },
        fields: [
          line({
            name: 'title',
            title: 'Point',
            description: 'The point in one line.',
            advisedMax: 90,
          }),
          paragraph({
            name: 'text',
            title: 'Explanation',
            description: 'Optional. One or two sentences.',
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
