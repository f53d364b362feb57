import { defineArrayMember, defineField } from 'sanity';
import { line, paragraph } from '#schemas/fields.ts';

/** The top bar. */
export const navigationFields = [
  defineField({
    name: 'mainNavigation',
    title: 'Menu',
    type: 'array',
    group: 'navigation',
    description: 'Links of the top bar and of the menu on phones. Five fit beside the name.',
    of: [defineArrayMember({ type: 'navigationItem' })],
    validation: (rule) => rule.required().min(1).max(8),
  }),
  defineField({
    name: 'mainAction',
    title: 'Button of the top bar',
    type: 'action',
    group: 'navigation',
    description: 'The one thing that visitors should do.',
    validation: (rule) => rule.required(),
  }),
];

/** The footer. */
export const footerFields = [
  paragraph({
    name: 'footerText',
    title: 'Text',
    description: 'Stands under the name.',
    group: 'navigation',
    fieldset: 'footer',
    required: true,
    advisedMax: 240,
  }),
  defineField({
    name: 'footerColumns',
    title: 'Lists of links',
    type: 'array',
    group: 'navigation',
    fieldset: 'footer',
    description: 'One to four lists, each with a heading.',
    of: [
      defineArrayMember({
        type: 'object',
        name: 'footerColumn',
        title: 'List',
        fields: [
          line({
            name: 'heading',
            title: 'Heading',
            description: 'Name of the list.',
            required: true,
            advisedMax: 30,
          }),
          defineField({
            name: 'links',
            title: 'Links',
            type: 'array',
            description: 'In the order in which they are shown.',
            of: [defineArrayMember({ type: 'navigationItem' })],
            validation: (rule) => rule.required().min(1),
          }),
        ],
        preview: { select: { title: 'heading' } },
      }),
    ],
    validation: (rule) => rule.required().min(1).max(4),
  }),
  line({
    name: 'footerContactHeading',
    title: 'Heading over contact details',
    description: 'Over e-mail and phone.',
    group: 'navigation',
    fieldset: 'footer',
    required: true,
    initialValue: 'Contact',
    advisedMax: 30,
  }),
  line({
    name: 'footerOfficesHeading',
    title: 'Heading over offices',
    description: 'Over the list of offices.',
    group: 'navigation',
    fieldset: 'footer',
    required: true,
    initialValue: 'Offices',
    advisedMax: 30,
  }),
  line({
    name: 'footerSocialHeading',
    title: 'Heading over social profiles',
    description: 'Over the profiles.',
    group: 'navigation',
    fieldset: 'footer',
    required: true,
    initialValue: 'Follow us',
    advisedMax: 30,
  }),
  line({
    name: 'copyright',
    title: 'Copyright line',
    description: 'The site puts © and the year before it.',
    group: 'navigation',
    fieldset: 'footer',
    required: true,
    initialValue: '{agency}. All rights reserved.',
    advisedMax: 120,
  }),
  line({
    name: 'credit',
    title: 'Credit',
    description: 'The last line of the footer.',
    group: 'navigation',
    fieldset: 'footer',
    required: true,
    initialValue: 'Powered by INDIA ON PLATTER',
    advisedMax: 80,
  }),
];
