import { line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const process = defineSection({
  name: 'process',
  title: 'Process',
  description: 'Numbered steps along one line.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    list('steps', 'In order; the site numbers them.', {
      min: 2,
      max: 8,
      item: {
        name: 'processStep',
        title: 'Step',
        preview: { title: 'title', subtitle: 'duration' },
        fields: [
          line('title', 'What happens, in a few words.', { advisedMax: 50 }),
          paragraph('text', 'What the client sees of it.', { advisedMax: 240 }),
          line('duration', 'Optional. For example 5-10 days.', {
            title: 'How long',
            required: false,
            advisedMax: 40,
          }),
        ],
      },
    }),
  ],
});
