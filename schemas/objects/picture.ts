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
  // An SVG can have other colours in dark mode: `@media (prefers-color-scheme: dark)` in its style.
  options: { hotspot: true, accept: 'image/*' },
  fields: [
    defineField({
      name: 'alt',
      title: 'What the picture shows',
      type: 'string',
      options: editableText,
      description:
        'Screen readers read it aloud, and browsers show it if the picture does not load. Describe what you see, without "picture of".',
      validation: (rule) => [
        rule.required().error('Describe the picture for people who cannot see it.'),
        rule.max(160).warning('Use one sentence of at most 160 characters. Screen readers read all of it.'),
      ],
    }),
    line(
      'credit',
      'Optional. Who made the picture. If a machine made it, say so, for example: Made with AI. Shown under the picture.',
      { title: 'Made by', required: false, advisedMax: 60 },
    ),
  ],
  validation: (rule) => rule.assetRequired(),
});

const artKinds = {
  none: 'Nothing',
  paper: 'Example document: a notice, a letter, a bill …',
  image: 'Picture',
};

const pictureShapes = {
  standard: 'Landscape, 4:3: a place or work in progress',
  portrait: 'Portrait, 4:5: one person',
  wide: 'Wide, 5:2, across the page: an office or the whole team',
};

/** Defines the values of a line chart: one measure over time or over steps. */
export const seriesField = defineField({
  name: 'series',
  title: 'Figures of the line chart',
  type: 'object',
  description: 'One measure over time. The line connects the figures.',
  fields: [
    line('title', 'What was counted. For example: Visits from Google.', { advisedMax: 40 }),
    line('unit', 'The unit of the figures. For example: visits a month, ₹ lakh, days.', { advisedMax: 25 }),
    list('points', 'Two to six steps, in order.', {
      min: 2,
      max: 6,
      check: (points) =>
        !findDuplicate(points, 'step') || 'Two figures have the same step. Give each figure its own step.',
      item: {
        name: 'seriesPoint',
        title: 'Figure',
        preview: { title: 'value', subtitle: 'step' },
        fields: [
          line('step', 'The time or step that this figure belongs to. For example: Jan, Week 2, 2024.', {
            advisedMax: 8,
          }),
          defineField({
            name: 'value',
            type: 'number',
            description: 'The figure without its unit.',
            validation: (rule) => rule.required().min(0),
          }),
        ],
      },
    }),
    line('source', 'Where the figures come from. Shown under the chart.', { advisedMax: 90 }),
  ],
});

const isNoPicture = ({ parent }: { parent?: { art?: string } }) => parent?.art !== 'image';

export const artFields = [
  choice('art', 'An example document with your own text, or a picture.', {
    title: 'Next to the text',
    list: artKinds,
    initialValue: 'none',
  }),
  defineField({
    name: 'paper',
    title: 'Example document',
    type: 'paper',
    hidden: ({ parent }) => parent?.art !== 'paper',
    validation: (rule) =>
      rule.custom(
        (value, { parent }) =>
          textOf(parent, 'art') !== 'paper' ||
          Boolean(value) ||
          'Fill in the example document, or choose something else above.',
      ),
  }),
  defineField({
    name: 'picture',
    type: 'picture',
    description: 'Drag the circle onto the part that must stay visible when the picture is cropped.',
    hidden: isNoPicture,
    validation: (rule) =>
      rule.custom(
        (value, { parent }) =>
          textOf(parent, 'art') !== 'image' ||
          Boolean(propertyOf(value, 'asset')) ||
          'Upload a picture, or choose something else above.',
      ),
  }),
  {
    ...line('pictureCaption', 'Optional. Shown under the picture: who or what it shows, where and when.', {
      title: 'Caption of the picture',
      required: false,
      advisedMax: 110,
    }),
    hidden: isNoPicture,
  },
  {
    ...choice('pictureShape', 'The picture is cropped to this shape around the circle on it.', {
      title: 'Shape of the picture',
      list: pictureShapes,
      initialValue: 'standard',
      required: false,
    }),
    hidden: isNoPicture,
  },
];
