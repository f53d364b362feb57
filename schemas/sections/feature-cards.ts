import { CubeIcon } from '@sanity/icons/Cube';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, choice, headingFields, line, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';

/** A few things worth a card each: featured services, values, benefits. */
export const featureCards = defineType({
  name: 'featureCards',
  title: 'Feature cards',
  type: 'object',
  icon: CubeIcon,
  fields: [
    ...headingFields(),
    choice({
      name: 'layout',
      title: 'Arrangement',
      description: 'How the cards are set. Change it now and then, so that not every section looks alike.',
      list: [
        { value: 'cards', title: 'Cards' },
        { value: 'list', title: 'List with hairlines' },
      ],
      initialValue: 'cards',
      inOneLine: true,
    }),
    defineField({
      name: 'cards',
      title: 'Cards',
      type: 'array',
      description: 'One card for each point.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'featureCard',
          title: 'Card',
          fields: [
            iconField({ required: false }),
            line({
              name: 'title',
              title: 'Title',
              description: 'The point in a few words.',
              required: true,
              advisedMax: 60,
            }),
            paragraph({
              name: 'text',
              title: 'Text',
              description: 'The point in a sentence or two.',
              required: true,
              advisedMax: 280,
            }),
            defineField({
              name: 'action',
              title: 'Link',
              type: 'action',
              description: 'Optional. Where the card leads.',
            }),
            defineField({
              name: 'links',
              title: 'Further links',
              type: 'array',
              description: 'Optional. A short list of links on the card, for example to city pages.',
              of: [defineArrayMember({ type: 'navigationItem' })],
            }),
          ],
          preview: { select: { title: 'title', subtitle: 'text' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(12),
    }),
    actionsField(),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Feature cards', subtitle: 'Feature cards' }),
  },
});
