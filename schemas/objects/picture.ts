import { ImageIcon } from '@sanity/icons/Image';
import { defineField, defineType } from 'sanity';
import { choice, takingPlaceholders } from '#schemas/fields.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { placeholdersExist } from '#schemas/text-rules.ts';

/** An image with its hotspot and the words that stand for it. */
export const picture = defineType({
  name: 'picture',
  title: 'Picture',
  type: 'image',
  icon: ImageIcon,
  options: { hotspot: true, accept: 'image/*' },
  fields: [
    defineField({
      name: 'alt',
      title: 'What the picture shows',
      type: 'string',
      description:
        'Read aloud to people who cannot see it, and shown if it does not load. Describe what is there, without "picture of".',
      validation: (rule) => [
        rule.required().error('Say what the picture shows, for people who cannot see it.'),
        rule.max(160).warning('One sentence is enough; screen readers read all of it.'),
      ],
    }),
  ],
  validation: (rule) => rule.assetRequired(),
});

/** What stands beside a heading or a text: a drawing that the site makes from data, or a picture of the editor's. */
const artKinds = [
  { value: 'none', title: 'Nothing' },
  { value: 'plot', title: 'Drawn: the plotted line' },
  { value: 'document', title: 'Drawn: the checked document' },
  { value: 'map', title: 'Drawn: the map with our cities' },
  { value: 'image', title: 'A picture' },
] as const;

/** The fields for a drawing or a picture beside a text. */
export const artFields = [
  choice('art', 'A drawing that the site makes itself, or a picture.', {
    title: 'Beside the text',
    list: artKinds,
    initialValue: 'none',
  }),
  defineField({
    name: 'plotLabel',
    title: 'Words on the drawing',
    type: 'string',
    description: takingPlaceholders(
      'Optional. A short label on the drawn line or the stamp: Award, First page, Approved.',
    ),
    hidden: ({ parent }) => parent?.art !== 'plot' && parent?.art !== 'document',
    validation: (rule) => [
      rule.custom(placeholdersExist),
      rule.max(30).warning('The drawing has room for about 30 characters.'),
      rule.custom((words, { parent }) => fitsBesideFigures(words, parent)).warning(),
    ],
  }),
  defineField({
    name: 'picture',
    type: 'picture',
    description: 'Drag the circle onto what must stay visible when the picture is cropped.',
    hidden: ({ parent }) => parent?.art !== 'image',
    validation: (rule) =>
      rule.custom((value, { parent }) =>
        wantsPicture(parent) && !propertyOf(value, 'asset')
          ? 'Choose a picture, or another drawing above.'
          : true,
      ),
  }),
];

/** Words beside figures on the plotted line that stay clear of the last figure at 320 px, measured in a browser. */
const longestBesideFigures = 10;

function fitsBesideFigures(words: string | undefined, section: unknown): true | string {
  const figures = propertyOf(section, 'figures');
  const isCrowded = textOf(section, 'art') === 'plot' && Array.isArray(figures) && figures.length > 1;
  return (
    !isCrowded ||
    (words?.length ?? 0) <= longestBesideFigures ||
    `On a phone these words run into the last figure. Leave them out, or write at most ${longestBesideFigures} characters.`
  );
}

const wantsPicture = (parent: unknown) => textOf(parent, 'art') === 'image';
