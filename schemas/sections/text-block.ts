import { choice, points, requiredField } from '#schemas/fields.ts';
import { evidenceField } from '#schemas/objects/evidence.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const textBlock = defineSection({
  name: 'textBlock',
  title: 'Text',
  description: 'A text with points, buttons, and a drawing or a picture next to it.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    requiredField('body', 'Write short paragraphs of three to five lines.', {
      title: 'Text',
      type: 'richText',
    }),
    points('points', 'Optional. Short points with a tick mark, shown under the text.', {
      required: false,
      advisedMax: 90,
    }),
    figuresField(4),
    ...artFields,
    choice('side', 'Where the drawing or picture is shown. On phones, it always comes after the text.', {
      title: 'Position of the drawing or picture',
      list: { right: 'Right', left: 'Left', above: 'Above the text (two sections fit in a row)' },
      initialValue: 'right',
    }),
    evidenceField(
      'Optional. Only for a text that makes a claim about the agency, such as its founding, a partner or an award. The public site then leaves the text out until it is confirmed.',
      { optional: true },
    ),
  ],
});
