import { line, list, paragraph } from '#schemas/fields.ts';
import { evidenceField, hiddenUntilConfirmed } from '#schemas/objects/evidence.ts';
import { defineSection } from './define-section.ts';

export const successStories = defineSection({
  name: 'successStories',
  title: 'Success stories',
  description: 'Short stories about work for clients, each with a result in figures.',
  on: ['page'],
  fields: [
    list('stories', 'Show only results that you can prove.', {
      max: 6,
      item: {
        name: 'successStory',
        title: 'Story',
        preview: { title: 'client', subtitle: 'result' },
        fields: [
          line('client', 'The kind of business and where it is.', { advisedMax: 60 }),
          paragraph('text', 'The problem and the work, in two or three sentences.', {
            title: 'What was done',
            advisedMax: 320,
          }),
          line('result', 'The result as a figure. For example: 3× or +180%.', { advisedMax: 14 }),
          line('resultLabel', 'What was counted and when. For example: enquiries a month after 6 months.', {
            title: 'Label of the result',
            advisedMax: 70,
          }),
          evidenceField(hiddenUntilConfirmed),
        ],
      },
    }),
  ],
});
