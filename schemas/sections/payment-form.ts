import { CreditCardIcon } from '@sanity/icons/CreditCard';
import { defineField } from 'sanity';
import { anchorField, headingFields, line, list, takingPlaceholders } from '#schemas/fields.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';
import { formTexts } from './form-texts.ts';

const badge = {
  name: 'badge',
  title: 'Badge',
  preview: { title: 'label', subtitle: 'icon' },
  fields: [
    iconField(),
    line({ name: 'label', title: 'Label', description: 'A few words.', required: true, advisedMax: 40 }),
  ],
};

export const paymentForm = defineSection({
  name: 'paymentForm',
  title: 'Payment form',
  description: 'The form for paying a bill online. Its error messages and notices are the same everywhere.',
  icon: CreditCardIcon,
  thumbnail: new URL('./payment-form.svg', import.meta.url),
  on: ['page'],
  fieldsets: [
    { name: 'fields', title: 'Fields', options: { collapsible: true, collapsed: false } },
    { name: 'button', title: 'Button' },
  ],
  fields: [
    ...headingFields(),
    list({
      name: 'badges',
      title: 'Badges',
      description: 'What assures the customer: encryption, compliance.',
      required: false,
      item: badge,
    }),
    ...formTexts('name', 'Customer name', { label: 'Customer Name', example: 'Name on the bill', help: '' }),
    ...formTexts('phone', 'Mobile number', {
      label: 'Mobile Number',
      example: '10-digit mobile number',
      help: '',
    }),
    ...formTexts('bill', 'Bill number', {
      label: 'Bill Number',
      example: 'For example INV-2025-041',
      help: 'You find it at the top of your invoice.',
    }),
    ...formTexts('amount', 'Amount', {
      label: 'Amount (₹)',
      example: '0.00',
      help: 'In rupees, from 1 to 10,00,000.',
    }),
    line({
      name: 'submitLabel',
      title: 'Button',
      description: 'What happens on pressing it.',
      required: true,
      initialValue: 'Proceed to Payment',
      fieldset: 'button',
      advisedMax: 60,
    }),
    line({
      name: 'busyLabel',
      title: 'Button while busy',
      description: 'Shown while the payment is being prepared.',
      required: true,
      initialValue: 'Processing...',
      fieldset: 'button',
      advisedMax: 60,
    }),
    defineField({
      name: 'note',
      title: 'Note on terms',
      type: 'richText',
      description: takingPlaceholders(
        'Says that paying means accepting the terms and the refund policy, with links to both.',
      ),
      fieldset: 'button',
      validation: (rule) => rule.required(),
    }),
    line({
      name: 'methodsHeading',
      title: 'Heading of the payment methods',
      description: 'Over the list of accepted methods.',
      required: true,
      initialValue: 'Accepted payment methods',
      advisedMax: 50,
    }),
    list({
      name: 'methods',
      title: 'Accepted methods',
      description: 'The ways to pay that your Razorpay account accepts.',
      item: badge,
    }),
    anchorField(),
  ],
});
