import { ImageIcon } from '@sanity/icons/Image';
import { defineField, defineType } from 'sanity';
import { choice, editableText, line, list } from '#schemas/fields.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { findDuplicate } from '#schemas/text-rules.ts';

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
      options: editableText,
      description:
        'Read aloud to people who cannot see it, and shown if it does not load. Describe what is there, without "picture of".',
      validation: (rule) => [
        rule.required().error('Say what the picture shows, for people who cannot see it.'),
        rule.max(160).warning('One sentence is enough; screen readers read all of it.'),
      ],
    }),
    // No initial value: it would create an imageless picture in optional fields, which cannot be published.
    defineField({
      name: 'dark',
      title: 'For dark mode',
      type: 'image',
      options: { accept: 'image/*' },
      description:
        'The same drawing on a dark ground, in the same shape, for visitors who use dark mode. Photographs need none.',
      fields: [
        defineField({
          name: 'madeFor',
          title: 'Picture it was made for',
          type: 'string',
          description:
            'The id of the light picture. The site shows a dark version only with the picture that it was made for.',
          hidden: true,
        }),
      ],
    }),
  ],
  validation: (rule) => rule.assetRequired(),
});

const artKinds = {
  none: 'Nothing',
  paper: 'A paper: a notice, a report, a bill …',
  map: 'Drawn: the map with our cities',
  plot: 'Drawn: a line through figures of one kind',
  image: 'A picture',
};

/** Values of one kind over time or steps, for the line drawing. */
export const seriesField = defineField({
  name: 'series',
  title: 'Figures of the line',
  type: 'object',
  description: 'The same thing counted again and again. The line stands as high at each step as its figure.',
  hidden: ({ parent }) => parent?.art !== 'plot',
  validation: (rule) =>
    rule.custom(
      (series, { parent }) =>
        textOf(parent, 'art') !== 'plot' ||
        Boolean(series) ||
        'Enter the figures that the line goes through, or choose another drawing above.',
    ),
  fields: [
    line('title', 'What was counted: Visits from Google.', { advisedMax: 40 }),
    line('unit', 'In what: visits a month, ₹ lakh, days.', { advisedMax: 25 }),
    list('points', 'Two to six steps, in order.', {
      min: 2,
      max: 6,
      check: (points) => !findDuplicate(points, 'step') || 'Two figures stand at the same step.',
      item: {
        name: 'seriesPoint',
        title: 'Figure',
        preview: { title: 'value', subtitle: 'step' },
        fields: [
          line('step', 'When, or after which step: Jan, Week 2, 2024.', { advisedMax: 8 }),
          defineField({
            name: 'value',
            type: 'number',
            description: 'As it was counted, without the unit.',
            validation: (rule) => rule.required().min(0),
          }),
        ],
      },
    }),
    line('source', 'Where the figures come from, shown under the line.', { advisedMax: 90 }),
  ],
});

export const artFields = [
  choice('art', 'A paper with words of your own, a drawing that the site makes, or a picture.', {
    title: 'Beside the text',
    list: artKinds,
    initialValue: 'none',
  }),
  defineField({
    name: 'paper',
    type: 'paper',
    hidden: ({ parent }) => parent?.art !== 'paper',
    validation: (rule) =>
      rule.custom(
        (value, { parent }) =>
          textOf(parent, 'art') !== 'paper' ||
          Boolean(value) ||
          'Write the paper, or choose something else above.',
      ),
  }),
  seriesField,
  defineField({
    name: 'picture',
    type: 'picture',
    description: 'Drag the circle onto what must stay visible when the picture is cropped.',
    hidden: ({ parent }) => parent?.art !== 'image',
    validation: (rule) =>
      rule.custom(
        (value, { parent }) =>
          textOf(parent, 'art') !== 'image' ||
          Boolean(propertyOf(value, 'asset')) ||
          'Choose a picture, or another drawing above.',
      ),
  }),
];

/** Whether the dark version of a stored picture was made for another picture. Visitors then do not see it. */
export function hasOutdatedDarkVersion(value: unknown): boolean {
  const dark = propertyOf(value, 'dark');
  const [madeFor, shown] = [textOf(dark, 'madeFor'), textOf(propertyOf(value, 'asset'), '_ref')];
  return Boolean(propertyOf(dark, 'asset')) && madeFor !== undefined && madeFor !== shown;
}
