import { TrendUpwardIcon } from '@sanity/icons/TrendUpward';
import { anchorField, headingFields, line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const successStories = defineSection({
  name: 'successStories',
  title: 'Success stories',
  description: 'Short accounts of work with a result in figures.',
  icon: TrendUpwardIcon,
  thumbnail: new URL('./success-stories.svg', import.meta.url),
  on: ['page'],
  fields: [
    ...headingFields(),
    list({
      name: 'stories',
      title: 'Stories',
      description: 'Only results that you can show papers for.',
      max: 6,
      item: {
        name: 'successStory',
        title: 'Story',
        preview: { title: 'client', subtitle: 'result' },
        fields: [
          line({
            name: 'client',
            title: 'Client',
            description: 'What kind of business, and where.',
            required: true,
            advisedMax: 60,
          }),
          paragraph({
            name: 'text',
            title: 'What was done',
            description: 'The problem and the work, in two or three sentences.',
            required: true,
            advisedMax: 320,
          }),
          line({
            name: 'result',
            title: 'Result',
            description: 'The figure: 3×, +180%.',
            required: true,
            advisedMax: 14,
          }),
          line({
            name: 'resultLabel',
            title: 'What the figure counts',
            description: 'And over what time: enquiries a month after 6 months.',
            required: true,
            advisedMax: 70,
          }),
        ],
      },
    }),
    anchorField(),
  ],
});
