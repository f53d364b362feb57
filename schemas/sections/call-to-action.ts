import { line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const callToAction = defineSection({
  name: 'callToAction',
  title: 'Call to action',
  description: 'The dark band at the end of a page that says what to do next.',
  on: ['page', 'cityPage'],
  heading: 'own',
  fields: [
    line('heading', 'One line that says what readers get when they select the button.', { advisedMax: 70 }),
    paragraph('text', 'Optional. One or two sentences.', { required: false, advisedMax: 240 }),
    list('actions', 'One or two buttons. Put the more important one first.', {
      title: 'Buttons',
      max: 2,
      item: 'action',
    }),
  ],
});
