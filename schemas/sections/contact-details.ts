import { defineField } from 'sanity';
import { label, line } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const contactDetails = defineSection({
  name: 'contactDetails',
  title: 'Contact details',
  description:
    'Cards with e-mail, phone and offices. The details come from Site settings. The enquiry form shows the hours.',
  on: ['page'],
  fields: [
    label('emailHeading', 'Heading: e-mail', 'E-mail', 40),
    line('emailText', 'Optional. Say what visitors can write about, or how fast you answer.', {
      title: 'Text: e-mail',
      required: false,
      advisedMax: 120,
    }),
    label('phoneHeading', 'Heading: phone', 'Phone and WhatsApp', 40),
    line('phoneText', 'Optional. Say when visitors can call.', {
      title: 'Text: phone',
      required: false,
      advisedMax: 120,
    }),
    label('officesHeading', 'Heading: offices', 'Offices', 40),
    line('mapLabel', 'Optional. For example: Map. Opens the address of an office in Google Maps.', {
      title: 'Link to the map',
      required: false,
      advisedMax: 30,
    }),
    defineField({
      name: 'chatAction',
      title: 'Chat button',
      type: 'action',
      description: 'Opens a WhatsApp chat in which the first message is already typed.',
    }),
  ],
});
