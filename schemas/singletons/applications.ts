import { defineField } from 'sanity';
import { paragraph, toggle } from '#schemas/fields.ts';

export const applications = defineField({
  name: 'applications',
  title: 'Applications',
  type: 'object',
  description:
    'The buttons of an opening lead to the contact page. A form on the page of the opening can also take the application with its CV.',
  options: { collapsible: true, collapsed: false },
  fields: [
    toggle(
      'open',
      'Take applications',
      'On: the page of each opening has a form, and HR finds the applications under Applications. Off: no page has the form.',
    ),
    defineField({
      name: 'recipient',
      title: 'E-mail address of HR',
      type: 'string',
      description:
        'Optional. A message about each application goes to this address, without its CV. If empty, it goes to the e-mail address above.',
      validation: (rule) => rule.email(),
    }),
    defineField({
      name: 'days',
      title: 'Days until an application is erased',
      type: 'number',
      description: 'Applies to new applications. Texts show this number in place of {applicationDays}.',
      initialValue: 180,
      validation: (rule) => rule.required().integer().min(1).max(1095),
    }),
    paragraph(
      'notice',
      'Shown in the form. The privacy policy shows it in place of {applications} while the site takes applications.',
      {
        title: 'Note to applicants',
        initialValue:
          'We use your details and your CV to decide about this application. HR and our administrators see them. We delete them after {applicationDays} days, or earlier if you ask.',
        advisedMax: 300,
      },
    ),
  ],
});
