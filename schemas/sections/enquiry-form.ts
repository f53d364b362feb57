import { ComposeIcon } from '@sanity/icons/Compose';
import { defineArrayMember, defineField } from 'sanity';
import { anchorField, headingFields, line, paragraph } from '#schemas/fields.ts';
import { textOf } from '#schemas/property.ts';
import { defineSection } from './define-section.ts';
import { formTexts } from './form-texts.ts';

export const enquiryForm = defineSection({
  name: 'enquiryForm',
  title: 'Enquiry form',
  description: 'The form that opens WhatsApp with the enquiry already written.',
  icon: ComposeIcon,
  thumbnail: new URL('./enquiry-form.svg', import.meta.url),
  on: ['page'],
  fieldsets: [
    { name: 'fields', title: 'Fields', options: { collapsible: true, collapsed: false } },
    { name: 'button', title: 'Button and message' },
  ],
  fields: [
    ...headingFields(),
    ...formTexts('name', 'Name', { label: 'Name', example: 'Your name' }),
    ...formTexts('email', 'E-mail', { label: 'Email', example: 'you@company.com' }),
    ...formTexts('phone', 'Phone', { label: 'Phone', example: '+91 98765 43210' }),
    ...formTexts('company', 'Company', { label: 'Company', example: 'Your company' }),
    ...formTexts('message', 'Message', { label: 'Message', example: 'What would you like to achieve?' }),
    ...formTexts('service', 'Service', { label: 'Service' }),
    line({
      name: 'optionalLabel',
      title: 'Word for optional fields',
      description: 'Stands after the label of a field that may stay empty.',
      required: true,
      initialValue: 'optional',
      fieldset: 'fields',
      advisedMax: 20,
    }),
    defineField({
      name: 'services',
      title: 'Choices of service',
      type: 'array',
      description: 'The first is chosen at the start.',
      fieldset: 'fields',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'serviceOption',
          title: 'Service',
          fields: [
            line({
              name: 'label',
              title: 'Label',
              description: 'What the visitor sees in the list.',
              required: true,
              advisedMax: 50,
            }),
            defineField({
              name: 'value',
              title: 'Value',
              type: 'string',
              description:
                'Small letters and hyphens. The chat message shows it in words: gulf-tenders becomes Gulf Tenders.',
              validation: (rule) =>
                rule
                  .required()
                  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'small letters and hyphens')
                  .error('Use small letters, digits and hyphens: gulf-tenders.'),
            }),
          ],
          preview: { select: { title: 'label', subtitle: 'value' } },
        }),
      ],
      validation: (rule) =>
        rule
          .required()
          .min(1)
          .custom((options) => {
            const values = (options ?? []).map((option) => textOf(option, 'value'));
            return (
              new Set(values).size === values.length || 'Two choices have the same value. Give each its own.'
            );
          }),
    }),
    line({
      name: 'submitLabel',
      title: 'Button',
      description: 'What happens on pressing it.',
      required: true,
      initialValue: 'Send via WhatsApp',
      fieldset: 'button',
      advisedMax: 60,
    }),
    paragraph({
      name: 'note',
      title: 'Note under the button',
      description: 'Optional. What happens with the details.',
      fieldset: 'button',
      advisedMax: 240,
      rows: 2,
    }),
    line({
      name: 'signOff',
      title: 'Last line of the chat message',
      description: 'Names the website, so that you know where the enquiry came from.',
      required: true,
      initialValue: 'Sent from the {agency} website',
      fieldset: 'button',
      advisedMax: 80,
    }),
    anchorField(),
  ],
});
