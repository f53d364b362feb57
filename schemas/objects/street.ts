import { defineField, defineType } from 'sanity';
import { line, list, requiredField } from '#schemas/fields.ts';

/** Defines a distance in per cent of the picture's width or height. */
const distance = (name: string, title: string, description: string) =>
  defineField({
    name,
    title,
    type: 'number',
    description,
    validation: (rule) => rule.required().min(0).max(100),
  });

export const street = defineType({
  name: 'street',
  title: 'Street',
  type: 'object',
  description:
    'Optional. A wide drawing below the text, with signs that are links. It replaces what is next to the text.',
  fields: [
    defineField({
      name: 'picture',
      type: 'picture',
      description:
        'At least 1,920 pixels wide and about 540 high. A phone shows its left quarter. Leave the boards empty, because the signs are written on them.',
    }),
    list('signs', 'Optional. The words on the boards of the drawing. A phone lists other signs below it.', {
      required: false,
      max: 8,
      item: {
        name: 'streetSign',
        title: 'Sign',
        preview: { title: 'label' },
        fields: [
          line('label', 'The words on the sign. Name the service.', { advisedMax: 24 }),
          requiredField('link', 'The page that the sign opens.', { type: 'link' }),
          distance('x', 'From the left', 'The middle of the sign, in per cent of the width of the picture.'),
          distance('y', 'From the top', 'The middle of the sign, in per cent of the height of the picture.'),
        ],
      },
    }),
  ],
});
