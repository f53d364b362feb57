import { BoltIcon } from '@sanity/icons/Bolt';
import { defineArrayMember, defineField } from 'sanity';
import { line, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const callToAction = defineSection({
  name: 'callToAction',
  title: 'Closing band',
  description: 'The dark band that closes a page and says what to do next.',
  icon: BoltIcon,
  thumbnail: new URL('./call-to-action.svg', import.meta.url),
  on: ['page', 'cityPage'],
  fields: [
    line({
      name: 'heading',
      title: 'Heading',
      description: 'What the reader gets by acting now, in one line.',
      required: true,
      advisedMax: 70,
    }),
    paragraph({
      name: 'text',
      title: 'Text',
      description: 'Optional. One or two sentences.',
      advisedMax: 240,
    }),
    defineField({
      name: 'actions',
      title: 'Buttons',
      type: 'array',
      description: 'One or two; the first is the one that matters.',
      of: [defineArrayMember({ type: 'action' })],
      validation: (rule) => rule.required().min(1).max(2),
    }),
  ],
});
