import { defineField } from 'sanity';
import { choice, line, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection, eyebrowField } from './define-section.ts';

export const hero = defineSection({
  name: 'hero',
  title: 'Hero',
  description: 'The top of a page: its heading, a short text and the main button.',
  on: ['page', 'cityPage'],
  heading: 'own',
  fields: [
    eyebrowField,
    paragraph(
      'heading',
      'The heading of the page. Promise only what you can prove. Press Enter where a line should break on wide screens.',
      { rows: 2, advisedMax: 70 },
    ),
    choice('headingSize', 'Choose a smaller size if the document or the picture says it louder.', {
      title: 'Size of the heading',
      list: { large: 'Large', medium: 'Medium', small: 'Small' },
      initialValue: 'large',
      inline: true,
      required: false,
    }),
    paragraph('text', 'Optional. One or two sentences that say who this page is for and what they get.', {
      required: false,
      advisedMax: 280,
    }),
    line(
      'searchNote',
      'Optional, on city pages. A handwritten note before what people there type into Google.',
      {
        title: 'Note before the search',
        required: false,
        advisedMax: 50,
      },
    ),
    actionsField,
    figuresField(6),
    ...artFields,
    defineField({ name: 'street', type: 'street' }),
  ],
});
