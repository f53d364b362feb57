import { defineArrayMember, defineField } from 'sanity';
import { line, paragraph, points, toggle } from '#schemas/fields.ts';
import { cardLinkField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';

export const serviceCards = defineSection({
  name: 'serviceCards',
  title: 'Service cards',
  description: 'Cards of services: taken from the services, or written for this place.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    defineField({
      name: 'cards',
      type: 'array',
      description:
        'Choose a service to keep its texts the same everywhere, or write a card for this page alone.',
      of: [
        defineArrayMember({
          type: 'reference',
          title: 'A service',
          to: [{ type: 'service' }],
        }),
        defineArrayMember({
          type: 'object',
          name: 'serviceCard',
          title: 'A card for this page',
          fields: [
            iconField(),
            line('title', 'Name of the service.', { advisedMax: 60 }),
            paragraph('text', 'What the client gets, in a sentence or two.', { advisedMax: 240 }),
            points('features', 'Optional. Short points, three to five.', {
              title: 'What is included',
              required: false,
              max: 8,
              advisedMax: 70,
            }),
            cardLinkField,
          ],
          preview: { select: { title: 'title', subtitle: 'text' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(12),
    }),
    toggle('showFeatures', 'Show what is included', 'Off: cards show title and text only.', true),
  ],
});
