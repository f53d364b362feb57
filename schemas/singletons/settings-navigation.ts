import { fieldsIn, label, line, list, paragraph, requiredField } from '#schemas/fields.ts';

export const navigationFields = [
  list('mainNavigation', 'The links in the top bar and in the menu on phones. The bar has room for five.', {
    title: 'Menu',
    max: 8,
    item: 'navigationItem',
  }),
  requiredField('mainAction', 'The button for the most important thing that visitors can do.', {
    title: 'Button in the top bar',
    type: 'action',
  }),
  ...fieldsIn({ fieldset: 'footer' }, [
    paragraph('footerText', 'Shown under the name in the footer.', { title: 'Text', advisedMax: 240 }),
    list(
      'footerColumns',
      'One to four lists of links, each with a heading. Pages with a form show only the last list.',
      {
        title: 'Lists of links',
        max: 4,
        item: {
          name: 'footerColumn',
          title: 'List',
          preview: { title: 'heading' },
          fields: [
            line('heading', 'The heading of the list.', { advisedMax: 30 }),
            list('links', 'The links in the order in which they are shown.', { item: 'navigationItem' }),
          ],
        },
      },
    ),
    label('footerContactHeading', 'Heading for e-mail and phone', 'Contact', 30),
    label('footerOfficesHeading', 'Heading for offices', 'Offices', 30),
    label('footerSocialHeading', 'Heading for social profiles', 'Follow us', 30),
    label('copyright', 'Copyright line, after © and the year', '{agency}. All rights reserved.', 120),
    label('credit', 'Last line of the footer', 'Powered by INDIA ON PLATTER', 80),
  ]),
];
