import { line, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection, eyebrowField } from './define-section.ts';

export const hero = defineSection({
  name: 'hero',
  title: 'Opening',
  description: 'The top of a page: its heading, what it promises, and the first thing to do.',
  on: ['page', 'cityPage'],
  heading: 'own',
  fields: [
    eyebrowField,
    line('heading', 'The heading of the page: a promise that can be checked.', { advisedMax: 70 }),
    paragraph('text', 'One or two sentences: who this is for and what they get.', {
      required: false,
      advisedMax: 280,
    }),
    actionsField,
    figuresField(6),
    ...artFields,
  ],
});
