import { fieldsIn, label, line, list, paragraph, validatedLine } from '#schemas/fields.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { checkServiceValue, findDuplicate } from '#schemas/text-rules.ts';
import { defineSection } from './define-section.ts';
import { formTexts } from './form-texts.ts';

export const enquiryForm = defineSection({
  name: 'enquiryForm',
  title: 'Enquiry form',
  description: 'The form that opens WhatsApp with the enquiry already written.',
  on: ['page'],
  fieldsets: [
    { name: 'fields', title: 'Fields', options: { collapsible: true, collapsed: false } },
    { name: 'button', title: 'Button and message' },
  ],
  fields: [
    ...fieldsIn({ fieldset: 'fields' }, [
      ...formTexts('name', 'Name', { label: 'Name', example: 'Your name' }),
      ...formTexts('email', 'E-mail', { label: 'Email', example: 'you@company.com' }),
      ...formTexts('phone', 'Phone', { label: 'Phone', example: '+91 98765 43210' }),
      ...formTexts('company', 'Company', { label: 'Company', example: 'Your company' }),
      ...formTexts('message', 'Message', { label: 'Message', example: 'What would you like to achieve?' }),
      ...formTexts('service', 'Service', { label: 'Service' }),
      label(
        'optionalLabel',
        'Word for optional fields',
        'Stands after the label of a field that may stay empty.',
        'optional',
        20,
      ),
      list('services', 'The first is chosen at the start.', {
        title: 'Choices of service',
        item: {
          name: 'serviceOption',
          title: 'Service',
          preview: { title: 'label', subtitle: 'value' },
          fields: [
            line('label', 'What the visitor sees in the list.', { advisedMax: 50 }),
            validatedLine(
              'value',
              'Small letters and hyphens. The chat message shows it in words: gulf-tenders becomes Gulf Tenders.',
              checkServiceValue,
            ),
          ],
        },
        check: (options) =>
          !findDuplicate(options, 'value') || 'Two choices have the same value. Give each its own.',
      }),
    ]),
    ...fieldsIn({ fieldset: 'button' }, [
      label('submitLabel', 'Button', 'What happens on pressing it.', 'Send via WhatsApp'),
      paragraph(
        'note',
        'Optional. What happens with the details. While copies are kept, Site settings say it instead.',
        {
          title: 'Note under the button',
          required: false,
          advisedMax: 240,
          rows: 2,
        },
      ),
      label(
        'openingText',
        'First words of an application',
        'Typed into the message for whoever comes from a job opening, before its name.',
        'I would like to apply for:',
      ),
      line('signOff', 'Names the website, so that you know where the enquiry came from.', {
        title: 'Last line of the chat message',
        initialValue: 'Sent from the {agency} website',
        advisedMax: 80,
      }),
    ]),
    ...artFields,
  ],
});
