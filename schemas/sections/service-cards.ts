import { ThLargeIcon } from '@sanity/icons/ThLarge';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line, paragraph, takingPlaceholders } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { shownText } from '#schemas/text-rules.ts';

/** Cards of services: taken from the services, or written for this place. */
export const serviceCards = defineType({
  name: 'serviceCards',
  title: 'Service cards',
  type: 'object',
  icon: ThLargeIcon,
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
            defineField({
              name: 'features',
              title: 'What is included',
              type: 'array',
              description: takingPlaceholders('Optional. Short points, three to five.'),
              of: [defineArrayMember({ type: 'string', validation: shownText({ advisedMax: 70 }) })],
              validation: (rule) => rule.max(8),
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
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Service cards', subtitle: 'Service cards' }),
  },
});
