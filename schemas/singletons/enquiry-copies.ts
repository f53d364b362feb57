import { defineField } from 'sanity';
import { paragraph, toggle } from '#schemas/fields.ts';

export const enquiryCopies = defineField({
  name: 'enquiryCopies',
  title: 'Copies of enquiries',
  type: 'object',
  description:
    'The enquiry form opens WhatsApp with the enquiry written in it. Somebody without WhatsApp, or who does not press send there, is lost unless a copy is kept.',
  options: { collapsible: true, collapsed: false },
  fields: [
    toggle(
      'keep',
      'Keep a copy of each enquiry',
      'On: every enquiry is also sent by e-mail and kept under Enquiries. Off: it goes into the WhatsApp message and nowhere else.',
    ),
    defineField({
      name: 'recipient',
      title: 'Copies go to',
      type: 'string',
      description: 'Optional. An e-mail address; empty: the one above.',
      validation: (rule) => rule.email(),
    }),
    defineField({
      name: 'days',
      title: 'Days until a copy is erased',
      type: 'number',
      description: 'Counts for enquiries from now on. {enquiryDays} in texts.',
      initialValue: 180,
      validation: (rule) => rule.required().integer().min(1).max(1095),
    }),
    paragraph(
      'notice',
      'Under the form, and where the privacy policy says {enquiries}, while copies are kept.',
      {
        title: 'What visitors are told',
        initialValue:
          'When you send this form, we also receive a copy of it, so that your enquiry is not lost if WhatsApp does not open. By sending it you agree to that. Only our staff read it, to answer you, and it is erased after {enquiryDays} days, or earlier if you ask.',
        advisedMax: 300,
      },
    ),
  ],
});
