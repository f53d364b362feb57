import { fieldsIn, label, line, list, paragraph, requiredField } from '#schemas/fields.ts';

export const navigationFields = [
  list('mainNavigation', 'Links of the top bar and of the menu on phones. Five fit beside the name.', {
    title: 'Menu',
    max: 8,
    item: 'navigationItem',
  }),
  requiredField('mainAction', 'The one thing that visitors should do.', {
    title: 'Button of the top bar',
    type: 'action',
  }),
  ...fieldsIn({ fieldset: 'footer' }, [
    paragraph('footerText', 'Stands under the name.', { title: 'Text', advisedMax: 240 }),
    list('footerColumns', 'One to four lists, each with a heading.', {
      title: 'Lists of links',
      max: 4,
      item: {
        name: 'footerColumn',
        title: 'List',
        preview: { title: 'heading' },
        fields: [
          line('heading', 'Name of the list.', { advisedMax: 30 }),
          list('links', 'In the order in which they are shown.', { item: 'navigationItem' }),
        ],
      },
    }),
    label('footerContactHeading', 'Heading over contact details', 'Over e-mail and phone.', 'Contact', 30),
    label('footerOfficesHeading', 'Heading over offices', 'Over the list of offices.', 'Offices', 30),
    label('footerSocialHeading', 'Heading over social profiles', 'Over the profiles.', 'Follow us', 30),
    label(
      'copyright',
      'Copyright line',
      'The site puts © and the year before it.',
      '{agency}. All rights reserved.',
      120,
    ),
    label('credit', 'Credit', 'The last line of the footer.', 'Powered by INDIA ON PLATTER', 80),
  ]),
];
