import { OlistIcon } from '@sanity/icons/Olist';
import { anchorField, headingFields, line, list, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { defineSection } from './define-section.ts';

export const process = defineSection({
  name: 'process',
  title: 'Process',
  description: 'Numbered steps along one line.',
  icon: OlistIcon,
  thumbnail: new URL('./process.svg', import.meta.url),
  on: ['page', 'cityPage'],
  fields: [
    ...headingFields(),
    list({
      name: 'steps',
      title: 'Steps',
      description: 'In order; the site numbers them.',
      min: 2,
      max: 8,
      item: {
        name: 'processStep',
        title: 'Step',
        preview: { title: 'title', subtitle: 'duration' },
        fields: [
          line({
            name: 'title',
            title: 'Title',
            description: 'What happens, in a few words.',
            required: true,
            advisedMax: 50,
          }),
          paragraph({
            name: 'text',
            title: 'Text',
            description: 'What the client sees of it.',
            required: true,
            advisedMax: 240,
          }),
          line({
            name: 'duration',
            title: 'How long',
            description: 'Optional. For example 5-10 days.',
            advisedMax: 40,
          }),
        ],
      },
    }),
    actionsField(),
    anchorField(),
  ],
});
