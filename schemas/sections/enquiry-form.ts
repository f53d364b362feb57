import { fieldsIn, label, line, list, paragraph, requiredField, validatedLine } from '#schemas/fields.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { checkServiceValue, findDuplicate } from '#schemas/text-rules.ts';
import { defineSection } from './define-section.ts';
import { formTexts } from './form-texts.ts';

export const enquiryForm = defineSection({
  name: 'enquiryForm',
  title: 'Enquiry form',
  description: 'A form that opens WhatsApp with the enquiry as a message.',
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
      label('optionalLabel', 'After the label of each optional field', 'optional', 20),
      list('services', 'The services in the list. The first one is preselected.', {
        title: 'Services to choose from',
        item: {
          name: 'serviceOption',
          title: 'Service',
          preview: { title: 'label', subtitle: 'value' },
          fields: [
            line('label', 'The name that visitors see in the list.', { advisedMax: 50 }),
            validatedLine(
              'value',
              'The short name in links and messages, in lowercase letters and hyphens. In the WhatsApp message, gulf-tenders becomes Gulf Tenders.',
              checkServiceValue,
            ),
          ],
        },
        check: (options) =>
          !findDuplicate(options, 'value') ||
          'Two services have the same value. Give each service its own value.',
      }),
    ]),
    ...fieldsIn({ fieldset: 'button' }, [
      label('submitLabel', 'Button that says what happens next', 'Send via WhatsApp'),
      paragraph(
        'note',
        'Optional. Says what happens to the visitor’s details. If you keep copies of enquiries, the note from Site settings is shown instead.',
        { title: 'Note under the button', required: false, advisedMax: 240, rows: 2 },
      ),
      list(
        'notices',
        'Optional. Say which details you use and why, how to withdraw consent, and how to complain to the Data Protection Board. The law asks for English or a language of the Eighth Schedule.',
        {
          title: 'Notices about personal data',
          required: false,
          item: {
            name: 'privacyNotice',
            title: 'Notice',
            preview: { title: 'heading', subtitle: 'language' },
            fields: [
              validatedLine(
                'language',
                'The code of the language, such as en for English, hi for Hindi or ta for Tamil.',
                (code) =>
                  /^[a-z]{2,3}$/.test(code ?? '') || 'Enter two or three lowercase letters, such as hi.',
              ),
              line('heading', 'Visitors select it to open the notice.', { advisedMax: 60 }),
              requiredField('body', 'Use one list item for each kind of data and each right.', {
                title: 'Text',
                type: 'richText',
              }),
            ],
          },
        },
      ),
      label('openingText', 'Start of an application, before the opening', 'I would like to apply for:'),
      line('signOff', 'The last line of the message. Name the website as the source of the message.', {
        title: 'End of the message',
        initialValue: 'Sent from the {agency} website',
        advisedMax: 80,
      }),
    ]),
    ...artFields,
  ],
});
