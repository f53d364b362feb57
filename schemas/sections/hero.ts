import { RocketIcon } from '@sanity/icons/Rocket';
import { line, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const hero = defineSection({
  name: 'hero',
  title: 'Opening',
  description: 'The opening of a page: its heading, what it promises, and the first thing to do.',
  icon: RocketIcon,
  on: ['page', 'cityPage'],
  heading: 'own',
  fields: [
    line({
      name: 'eyebrow',
      title: 'Line above the heading',
      description: 'Optional. Two or three words that say what the page is about.',
      required: false,
      advisedMax: 40,
    }),
    line({
      name: 'heading',
      description: 'The heading of the page: a promise that can be checked.',
      advisedMax: 70,
    }),
    paragraph({
      name: 'text',
      description: 'One or two sentences: who this is for and what they get.',
      required: false,
      advisedMax: 280,
    }),
    actionsField,
    figuresField({ max: 6 }),
    ...artFields,
  ],
});
