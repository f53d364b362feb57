import { defineArrayMember, defineField } from 'sanity';
import { line, list, paragraph } from '#schemas/fields.ts';

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
  list({
    name: 'footerColumns',
    title: 'Lists of links',
    group: 'navigation',
    fieldset: 'footer',
    description: 'One to four lists, each with a heading.',
    max: 4,
    item: {
      name: 'footerColumn',
      title: 'List',
      preview: { title: 'heading' },
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
    },
  }),
  footerLine('footerContactHeading', 'Heading over contact details', 'Over e-mail and phone.', 'Contact'),
  footerLine('footerOfficesHeading', 'Heading over offices', 'Over the list of offices.', 'Offices'),
  footerLine('footerSocialHeading', 'Heading over social profiles', 'Over the profiles.', 'Follow us'),
  footerLine(
    'copyright',
    'Copyright line',
    'The site puts © and the year before it.',
    '{agency}. All rights reserved.',
    120,
  ),
  footerLine('credit', 'Credit', 'The last line of the footer.', 'Powered by INDIA ON PLATTER', 80),
];

function footerLine(name: string, title: string, description: string, initialValue: string, advisedMax = 30) {
  return line({
    name,
    title,
    description,
    initialValue,
    advisedMax,
    required: true,
    group: 'navigation',
    fieldset: 'footer',
  });
}
