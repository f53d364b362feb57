import { EnvelopeIcon } from '@sanity/icons/Envelope';
import { defineField, defineType } from 'sanity';
import { anchorField, headingFields, line } from '#schemas/fields.ts';

/** Cards with e-mail, phone, offices and hours; the details themselves come from the site settings. */
export const contactDetails = defineType({
  name: 'contactDetails',
  title: 'Contact details',
  type: 'object',
  icon: EnvelopeIcon,
  fields: [
    ...headingFields(),
    line({
      name: 'emailHeading',
      title: 'Heading: e-mail',
      description: 'Over the e-mail address.',
      required: true,
      initialValue: 'E-mail',
      advisedMax: 40,
    }),
    line({
      name: 'emailText',
      title: 'Text: e-mail',
      description: 'Optional. What to write for, or how fast you answer.',
      advisedMax: 120,
    }),
    line({
      name: 'phoneHeading',
      title: 'Heading: phone',
      description: 'Over the phone number.',
      required: true,
      initialValue: 'Phone and WhatsApp',
      advisedMax: 40,
    }),
    line({
      name: 'phoneText',
      title: 'Text: phone',
      description: 'Optional. When to call.',
      advisedMax: 120,
    }),
    line({
      name: 'officesHeading',
      title: 'Heading: offices',
      description: 'Over the addresses.',
      required: true,
      initialValue: 'Offices',
      advisedMax: 40,
    }),
    line({
      name: 'hoursHeading',
      title: 'Heading: hours',
      description: 'Over the opening hours.',
      required: true,
      initialValue: 'Opening hours',
      advisedMax: 40,
    }),
    defineField({
      name: 'chatAction',
      title: 'Chat button',
      type: 'action',
      description: 'Opens the chat with a first message already typed.',
    }),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Contact details', subtitle: 'Contact details' }),
  },
});
