import { UsersIcon } from '@sanity/icons/Users';
import { defineField } from 'sanity';
import { anchorField, headingFields, line, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const jobOpenings = defineSection({
  name: 'jobOpenings',
  title: 'Job openings',
  description: 'The list of open positions; openings appear and expire by themselves.',
  icon: UsersIcon,
  thumbnail: new URL('./job-openings.svg', import.meta.url),
  on: ['page'],
  lists: 'jobOpening',
  fields: [
    ...headingFields(),
    defineField({
      name: 'applyAction',
      title: 'Button of each opening',
      type: 'action',
      description: 'For example Apply Now, leading to the contact page.',
      validation: (rule) => rule.required(),
    }),
    line({
      name: 'experienceLabel',
      title: 'Word before the experience',
      description: 'For example Experience.',
      required: true,
      initialValue: 'Experience',
      advisedMax: 24,
    }),
    line({
      name: 'closingDateLabel',
      title: 'Words before the closing date',
      description: 'For example Apply by.',
      required: true,
      initialValue: 'Apply by',
      advisedMax: 24,
    }),
    paragraph({
      name: 'emptyText',
      title: 'When nothing is open',
      description: 'Shown in place of the list.',
      required: true,
      advisedMax: 200,
      rows: 2,
    }),
    line({
      name: 'otherHeading',
      title: 'Heading for other applicants',
      description: 'Optional. For people whose role is not listed.',
      advisedMax: 70,
    }),
    paragraph({
      name: 'otherText',
      title: 'Text for other applicants',
      description: 'Optional. What they can do.',
      advisedMax: 200,
      rows: 2,
    }),
    defineField({
      name: 'otherAction',
      title: 'Button for other applicants',
      type: 'action',
      description: 'Optional. For example Send Us Your Resume.',
    }),
    anchorField(),
  ],
});
