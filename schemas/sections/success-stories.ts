import { line, list, paragraph } from '#schemas/fields.ts';
import { evidenceField, hiddenUntilConfirmed } from '#schemas/objects/evidence.ts';
import { defineSection } from './define-section.ts';

export const successStories = defineSection({
  name: 'successStories',
  title: 'Success stories',
  description: 'Short accounts of work with a result in figures.',
  on: ['page'],
  fields: [
    list('stories', 'Only results that you can show papers for.', {
      max: 6,
      item: {
        name: 'successStory',
        title: 'Story',
        preview: { title: 'client', subtitle: 'result' },
        fields: [
          line('client', 'What kind of business, and where.', { advisedMax: 60 }),
          paragraph('text', 'The problem and the work, in two or three sentences.', {
            title: 'What was done',
            advisedMax: 320,
          }),
          line('result', 'The figure: 3×, +180%.', { advisedMax: 14 }),
          line('resultLabel', 'And over what time: enquiries a month after 6 months.', {
            title: 'What the figure counts',
            advisedMax: 70,
          }),
          evidenceField(hiddenUntilConfirmed),
        ],
      },
    }),
  ],
});
