import { choice, points, requiredField } from '#schemas/fields.ts';
import { evidenceField } from '#schemas/objects/evidence.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const textBlock = defineSection({
  name: 'textBlock',
  title: 'Text',
  description: 'Free text, with points, buttons and a drawing or a picture beside it.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    requiredField('body', 'Short paragraphs; three to five lines each.', {
      title: 'Text',
      type: 'richText',
    }),
    points('points', 'Optional. Short points with a tick under the text.', {
      required: false,
      advisedMax: 90,
    }),
    figuresField(4),
    ...artFields,
    choice('side', 'On phones it always comes after the text.', {
      title: 'Drawing or picture on the',
      list: { right: 'Right', left: 'Left', above: 'Half a page: above, beside the next such text' },
      initialValue: 'right',
    }),
    evidenceField(
      'Only for a text that claims something of the agency: its founding, a partner, an award. The text is then left out of the public site until it is confirmed.',
      { optional: true },
    ),
  ],
});
