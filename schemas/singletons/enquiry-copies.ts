import { defineField } from 'sanity';
import { paragraph, toggle } from '#schemas/fields.ts';

export const enquiryCopies = defineField({
  name: 'enquiryCopies',
  title: 'Copies of enquiries',
  type: 'object',
  description:
    'The enquiry form opens WhatsApp with the enquiry as a message. If the visitor does not send it there, the enquiry is lost unless you keep copies.',
  options: { collapsible: true, collapsed: false },
  fields: [
    toggle(
      'keep',
      'Keep a copy of each enquiry',
      'On: every enquiry is also sent by e-mail and stored under Enquiries. Off: the enquiry is only in the WhatsApp message.',
    ),
    defineField({
      name: 'recipient',
      title: 'E-mail address for copies',
      type: 'string',
      description: 'Optional. If empty, copies go to the e-mail address above.',
      validation: (rule) => rule.email(),
    }),
    defineField({
      name: 'days',
      title: 'Days until a copy is erased',
      type: 'number',
      description:
        'Applies to new enquiries. Texts show this number in place of {enquiryDays}. From 13 May 2027 the DPDP Rules, 2025, rule 8(3), may ask for 365 days: ask your lawyer.',
      initialValue: 180,
      validation: (rule) => rule.required().integer().min(1).max(1095),
    }),
    paragraph(
      'notice',
      'Shown under the form while copies are kept. The privacy policy shows it in place of {enquiries}.',
      {
        title: 'Note to visitors',
        initialValue:
          'When you send this form, we also receive a copy, so that your enquiry is not lost if WhatsApp does not open. By sending the form you agree to this. Only our staff read it, to answer you. We delete it after {enquiryDays} days, or earlier if you ask.',
        advisedMax: 300,
      },
    ),
  ],
});
