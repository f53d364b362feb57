import { defineArrayMember, defineField } from 'sanity';
import { line, paragraph, points, toggle } from '#schemas/fields.ts';
import { cardLinkField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';

export const serviceCards = defineSection({
  name: 'serviceCards',
  title: 'Service cards',
  description: 'Cards for services. Use existing services, or write cards for this page only.',
  on: ['page', 'cityPage'],
  actions: true,
  fields: [
    defineField({
      name: 'cards',
      type: 'array',
      description: 'Choose a service to use the same texts on all pages, or write a card for this page only.',
      of: [
        defineArrayMember({
          type: 'reference',
          title: 'Service',
          to: [{ type: 'service' }],
        }),
        defineArrayMember({
          type: 'object',
          name: 'serviceCard',
          title: 'Card for this page only',
          fields: [
            iconField(),
            line('title', 'The name of the service.', { advisedMax: 60 }),
            paragraph('text', 'What the client gets, in one or two sentences.', { advisedMax: 240 }),
            points('features', 'Optional. Three to five short points.', {
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
    toggle('showFeatures', 'Show what is included', 'Off: the cards show only the title and the text.', true),
  ],
});
