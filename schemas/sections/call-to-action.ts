import { line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const callToAction = defineSection({
  name: 'callToAction',
  title: 'Closing band',
  description: 'The dark band that closes a page and says what to do next.',
  on: ['page', 'cityPage'],
  heading: 'own',
  fields: [
    line('heading', 'What the reader gets by acting now, in one line.', { advisedMax: 70 }),
    paragraph('text', 'Optional. One or two sentences.', { required: false, advisedMax: 240 }),
    list('actions', 'One or two; the first is the one that matters.', {
      title: 'Buttons',
      max: 2,
      item: 'action',
    }),
  ],
});
