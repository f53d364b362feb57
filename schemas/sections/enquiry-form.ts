import { ComposeIcon } from '@sanity/icons/Compose';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line, paragraph } from '#schemas/fields.ts';
import { textOf } from '#schemas/property.ts';

/** The form that opens WhatsApp with the enquiry already written. */
export const enquiryForm = defineType({
  name: 'enquiryForm',
  title: 'Enquiry form',
  type: 'object',
  icon: ComposeIcon,
  fieldsets: [
    { name: 'fields', title: 'Fields', options: { collapsible: true, collapsed: false } },
    { name: 'button', title: 'Button and message' },
  ],
  fields: [
    ...headingFields(),
    line({
      name: 'nameLabel',
      title: 'Name: label',
      description: 'Label of the field.',
      required: true,
      initialValue: 'Name',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'namePlaceholder',
      title: 'Name: example',
      description: 'Optional. An example in grey inside the field.',
      required: false,
      initialValue: 'Your name',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'emailLabel',
      title: 'E-mail: label',
      description: 'Label of the field.',
      required: true,
      initialValue: 'Email',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'emailPlaceholder',
      title: 'E-mail: example',
      description: 'Optional. An example in grey inside the field.',
      required: false,
      initialValue: 'you@company.com',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'phoneLabel',
      title: 'Phone: label',
      description: 'Label of the field.',
      required: true,
      initialValue: 'Phone',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'phonePlaceholder',
      title: 'Phone: example',
      description: 'Optional. An example in grey inside the field.',
      required: false,
      initialValue: '+91 98765 43210',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'companyLabel',
      title: 'Company: label',
      description: 'Label of the field.',
      required: true,
      initialValue: 'Company',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'companyPlaceholder',
      title: 'Company: example',
      description: 'Optional. An example in grey inside the field.',
      required: false,
      initialValue: 'Your company',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'messageLabel',
      title: 'Message: label',
      description: 'Label of the field.',
      required: true,
      initialValue: 'Message',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'messagePlaceholder',
      title: 'Message: example',
      description: 'Optional. An example in grey inside the field.',
      required: false,
      initialValue: 'What would you like to achieve?',
      fieldset: 'fields',
      advisedMax: 60,
    }),
    line({
      name: 'serviceLabel',
      title: 'Service: label',
      description: 'Label of the field.',
      required: true,
      initialValue: 'Service',
      fieldset: 'fields',
      advisedMax: 60,
    }),
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
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Enquiry form', subtitle: 'Enquiry form' }),
  },
});
