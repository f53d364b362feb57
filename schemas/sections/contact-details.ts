import { defineField } from 'sanity';
import { label, line } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const contactDetails = defineSection({
  name: 'contactDetails',
  title: 'Contact details',
  description:
    'Cards with e-mail, phone, offices and hours; the details themselves come from the site settings.',
  on: ['page'],
  fields: [
    label('emailHeading', 'Heading: e-mail', 'Over the e-mail address.', 'E-mail', 40),
    line('emailText', 'Optional. What to write for, or how fast you answer.', {
      title: 'Text: e-mail',
      required: false,
      advisedMax: 120,
    }),
    label('phoneHeading', 'Heading: phone', 'Over the phone number.', 'Phone and WhatsApp', 40),
    line('phoneText', 'Optional. When to call.', { title: 'Text: phone', required: false, advisedMax: 120 }),
    label('officesHeading', 'Heading: offices', 'Over the addresses.', 'Offices', 40),
    label('hoursHeading', 'Heading: hours', 'Over the opening hours.', 'Opening hours', 40),
    line('hoursText', 'Optional. Of which office, and in which time zone.', {
      title: 'Text: hours',
      required: false,
      advisedMax: 120,
    }),
    defineField({
      name: 'chatAction',
      title: 'Chat button',
      type: 'action',
      description: 'Opens the chat with a first message already typed.',
    }),
  ],
});
