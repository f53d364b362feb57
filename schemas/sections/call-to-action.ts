import { BoltIcon } from '@sanity/icons/Bolt';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph } from '#schemas/fields.ts';

/** The dark band that closes a page and says what to do next. */
export const callToAction = defineType({
  name: 'callToAction',
  title: 'Closing band',
  type: 'object',
  icon: BoltIcon,
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
  preview: {
    select: { title: 'heading' },
    prepare: ({ title }) => ({ title, subtitle: 'Closing band' }),
  },
});
