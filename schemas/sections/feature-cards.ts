import { CubeIcon } from '@sanity/icons/Cube';
import { defineArrayMember, defineField } from 'sanity';
import { anchorField, choice, headingFields, line, list, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';

export const featureCards = defineSection({
  name: 'featureCards',
  title: 'Feature cards',
  description: 'A few things worth a card each: featured services, values, benefits.',
  icon: CubeIcon,
  thumbnail: new URL('./feature-cards.svg', import.meta.url),
  on: ['page', 'cityPage'],
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
    list({
      name: 'cards',
      title: 'Cards',
      description: 'One card for each point.',
      max: 12,
      item: {
        name: 'featureCard',
        title: 'Card',
        preview: { title: 'title', subtitle: 'text' },
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
      },
    }),
    actionsField(),
    anchorField(),
  ],
});
