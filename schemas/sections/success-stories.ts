import { line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const successStories = defineSection({
  name: 'successStories',
  title: 'Success stories',
  description: 'Short accounts of work with a result in figures.',
  on: ['page'],
  fields: [
    list({
      name: 'stories',
      description: 'Only results that you can show papers for.',
      max: 6,
      item: {
        name: 'successStory',
        title: 'Story',
        preview: { title: 'client', subtitle: 'result' },
        fields: [
          line({
            name: 'client',
            description: 'What kind of business, and where.',
            advisedMax: 60,
          }),
          paragraph({
            name: 'text',
            title: 'What was done',
            description: 'The problem and the work, in two or three sentences.',
            advisedMax: 320,
          }),
          line({
            name: 'result',
            description: 'The figure: 3×, +180%.',
            advisedMax: 14,
          }),
          line({
            name: 'resultLabel',
            title: 'What the figure counts',
            description: 'And over what time: enquiries a month after 6 months.',
            advisedMax: 70,
          }),
        ],
      },
    }),
  ],
});
