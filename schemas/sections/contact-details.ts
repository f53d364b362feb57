import { EnvelopeIcon } from '@sanity/icons/Envelope';
import { defineField } from 'sanity';
import { anchorField, headingFields, line } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

const heading = (name: string, over: string, description: string, initialValue: string) =>
  line({ name, title: `Heading: ${over}`, description, initialValue, required: true, advisedMax: 40 });

export const contactDetails = defineSection({
  name: 'contactDetails',
  title: 'Contact details',
  description:
    'Cards with e-mail, phone, offices and hours; the details themselves come from the site settings.',
  icon: EnvelopeIcon,
  thumbnail: new URL('./contact-details.svg', import.meta.url),
  on: ['page'],
  fields: [
    ...headingFields(),
    heading('emailHeading', 'e-mail', 'Over the e-mail address.', 'E-mail'),
    line({
      name: 'emailText',
      title: 'Text: e-mail',
      description: 'Optional. What to write for, or how fast you answer.',
      advisedMax: 120,
    }),
    heading('phoneHeading', 'phone', 'Over the phone number.', 'Phone and WhatsApp'),
    line({
      name: 'phoneText',
      title: 'Text: phone',
      description: 'Optional. When to call.',
      advisedMax: 120,
    }),
    heading('officesHeading', 'offices', 'Over the addresses.', 'Offices'),
    heading('hoursHeading', 'hours', 'Over the opening hours.', 'Opening hours'),
    defineField({
      name: 'chatAction',
      title: 'Chat button',
      type: 'action',
      description: 'Opens the chat with a first message already typed.',
    }),
    anchorField(),
  ],
});
