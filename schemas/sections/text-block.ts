import { BlockContentIcon } from '@sanity/icons/BlockContent';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, choice, headingFields, takingPlaceholders } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { figuresField } from '#schemas/objects/figure-ref.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { shownText } from '#schemas/text-rules.ts';

/** Free text, with points, buttons and a drawing or a picture beside it. */
export const textBlock = defineType({
  name: 'textBlock',
  title: 'Text',
  type: 'object',
  icon: BlockContentIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'body',
      title: 'Text',
      type: 'richText',
      description: takingPlaceholders('Short paragraphs; three to five lines each.'),
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'points',
      title: 'Points',
      type: 'array',
      description: takingPlaceholders('Optional. Short points with a tick under the text.'),
      of: [defineArrayMember({ type: 'string', validation: shownText({ advisedMax: 90 }) })],
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
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Text', subtitle: 'Text' }),
  },
});
