import { ThLargeIcon } from '@sanity/icons/ThLarge';
import { defineArrayMember, defineField } from 'sanity';
import { anchorField, headingFields, line, paragraph, points } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';

export const serviceCards = defineSection({
  name: 'serviceCards',
  title: 'Service cards',
  description: 'Cards of services: taken from the services, or written for this place.',
  icon: ThLargeIcon,
  thumbnail: new URL('./service-cards.svg', import.meta.url),
  on: ['page', 'cityPage'],
  fields: [
    ...headingFields(),
    defineField({
      name: 'cards',
      title: 'Cards',
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
            line({
              name: 'title',
              title: 'Title',
              description: 'Name of the service.',
              required: true,
              advisedMax: 60,
            }),
            paragraph({
              name: 'text',
              title: 'Text',
              description: 'What the client gets, in a sentence or two.',
              required: true,
              advisedMax: 240,
            }),
            points({
              name: 'features',
              title: 'What is included',
              description: 'Optional. Short points, three to five.',
              max: 8,
              advisedMax: 70,
            }),
            defineField({
              name: 'action',
              title: 'Link',
              type: 'action',
              description: 'Optional. Where the card leads.',
            }),
          ],
          preview: { select: { title: 'title', subtitle: 'text' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(12),
    }),
    defineField({
      name: 'showFeatures',
      title: 'Show what is included',
      type: 'boolean',
      description: 'Off: cards show title and text only.',
      initialValue: true,
    }),
    actionsField(),
    anchorField(),
  ],
});
