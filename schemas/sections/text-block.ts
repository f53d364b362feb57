import { BlockContentIcon } from '@sanity/icons/BlockContent';
import { defineField } from 'sanity';
import { anchorField, choice, headingFields, points, takingPlaceholders } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const textBlock = defineSection({
  name: 'textBlock',
  title: 'Text',
  description: 'Free text, with points, buttons and a drawing or a picture beside it.',
  icon: BlockContentIcon,
  thumbnail: new URL('./text-block.svg', import.meta.url),
  on: ['page', 'cityPage'],
  fields: [
    ...headingFields(),
    defineField({
      name: 'body',
      title: 'Text',
      type: 'richText',
      description: takingPlaceholders('Short paragraphs; three to five lines each.'),
      validation: (rule) => rule.required(),
    }),
    points({
      name: 'points',
      title: 'Points',
      description: 'Optional. Short points with a tick under the text.',
      advisedMax: 90,
    }),
    figuresField({ max: 4 }),
    ...artFields(),
    choice({
      name: 'side',
      title: 'Drawing or picture on the',
      description: 'On phones it always comes after the text.',
      list: [
        { value: 'right', title: 'Right' },
        { value: 'left', title: 'Left' },
      ],
      initialValue: 'right',
      inOneLine: true,
    }),
    actionsField(),
    anchorField(),
  ],
});
