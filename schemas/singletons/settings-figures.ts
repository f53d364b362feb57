import { defineArrayMember, defineField } from 'sanity';
import { textOf } from '#schemas/property.ts';

/** The business figures of the site, each written once. */
export const figureFields = [
  defineField({
    name: 'figures',
    title: 'Business figures',
    type: 'array',
    group: 'figures',
    description:
      'Claims in figures. Change one here and it changes everywhere. A figure that a text uses must stay in the list.',
    of: [defineArrayMember({ type: 'businessFigure' })],
    validation: (rule) =>
      rule
        .required()
        .min(1)
        .custom((figures) => {
          const keys = (figures ?? []).flatMap((figure) => textOf(figure, 'key') ?? []);
          const twice = keys.find((key, index) => keys.indexOf(key) !== index);
          return twice ? `Two figures have the key "${twice}". Give each figure its own key.` : true;
        }),
  }),
];
