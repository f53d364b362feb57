import { line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const process = defineSection({
  name: 'process',
  title: 'Process',
  description: 'Numbered steps of a process, along a line.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    list('steps', 'The steps in order. The site numbers them.', {
      min: 2,
      max: 8,
      item: {
        name: 'processStep',
        title: 'Step',
        preview: { title: 'title', subtitle: 'duration' },
        fields: [
          line('title', 'A few words that say what happens.', { advisedMax: 50 }),
          paragraph('text', 'What the client notices in this step.', { advisedMax: 240 }),
          line('duration', 'Optional. For example: 5-10 days.', {
            title: 'Duration',
            required: false,
            advisedMax: 40,
          }),
        ],
      },
    }),
  ],
});
