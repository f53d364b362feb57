import { defineField } from 'sanity';
import {
  fieldsIn,
  label,
  line,
  list,
  optionalLabel,
  paragraph,
  requiredField,
  toggle,
} from '#schemas/fields.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { usualUpiLimit } from '#schemas/upi-limit.ts';
import { defineSection } from './define-section.ts';
import { formTexts } from './form-texts.ts';

const badge = {
  name: 'badge',
  title: 'Badge',
  preview: { title: 'label' },
  fields: [iconField(), line('label', 'A few words next to the icon.', { title: 'Label', advisedMax: 40 })],
};

/** A badge of security, and the facts behind it. */
const promise = {
  name: 'securityBadge',
  title: 'Badge',
  preview: { title: 'label', subtitle: 'meaning' },
  fields: [
    line('label', 'The badge in a few words.', { title: 'Label', advisedMax: 40 }),
    line('meaning', 'Optional. What it means for the customer.', { required: false, advisedMax: 80 }),
  ],
};

const emailTexts = formTexts('email', 'E-mail address', {
  label: 'E-mail (optional)',
  help: 'We send the receipt to this address.',
  required: false,
}).map((field) => ({
  ...field,
  hidden: ({ parent }: { parent?: { askEmail?: boolean } }) => !parent?.askEmail,
}));

export const paymentForm = defineSection({
  name: 'paymentForm',
  title: 'Payment form',
  description: 'The form for paying a bill online. Its error messages and notices cannot be changed here.',
  on: ['page'],
  fieldsets: [
    { name: 'fields', title: 'Fields', options: { collapsible: true, collapsed: false } },
    { name: 'button', title: 'Button' },
  ],
  fields: [
    ...artFields,
    list('badges', 'Optional. Short points about security, such as encryption or compliance.', {
      required: false,
      item: promise,
    }),
    ...fieldsIn({ fieldset: 'fields' }, [
      ...formTexts('name', 'Customer name', {
        label: 'Customer Name',
        example: 'Name on the bill',
        help: '',
      }),
      ...formTexts('phone', 'Mobile number', {
        label: 'Mobile Number',
        example: '10-digit mobile number',
        help: '',
      }),
      ...formTexts('bill', 'Bill number', {
        label: 'Bill Number',
        example: 'For example INV-2025-041',
        help: 'At the top of your bill.',
      }),
      ...formTexts('amount', 'Amount', {
        label: 'Amount (₹)',
        example: '0.00',
        help: 'In rupees, from 1 to 10,00,000.',
      }),
      toggle(
        'askEmail',
        'Ask for an e-mail address',
        'On: adds an optional field. The site sends the receipt to this address, and the privacy policy should say so.',
      ),
      ...emailTexts,
    ]),
    ...fieldsIn({ fieldset: 'button' }, [
      label('submitLabel', 'Button that says what happens next', 'Proceed to Payment'),
      label('busyLabel', 'Button while the payment is prepared', 'Processing...'),
      requiredField(
        'note',
        'Says that customers accept the terms and the refund policy when they pay. Link to both.',
        { title: 'Note on terms', type: 'richText' },
      ),
    ]),
    optionalLabel('transferHeading', 'Heading for a transfer, for readers in the Gulf', 'Pay in dirhams', 50),
    paragraph('transferText', 'Above the bank account for dirhams. Say which reference the transfer needs.', {
      title: 'Text above the account',
      required: false,
      advisedMax: 200,
    }),
    paragraph('transferRequest', 'While there is no confirmed account. Say how to get it.', {
      title: 'Text without an account',
      required: false,
      advisedMax: 200,
    }),
    optionalLabel('rupeesHeading', 'Opens the form, for readers in the Gulf', 'Pay in rupees', 60),
    label('methodsHeading', 'Heading for the payment methods', 'Accepted payment methods', 50),
    list('methods', 'The payment methods that your Razorpay account accepts.', {
      title: 'Accepted methods',
      item: badge,
    }),
    defineField({
      name: 'upiLimit',
      title: 'Largest payment by UPI, in rupees',
      type: 'number',
      description:
        'For a larger amount, the page does not offer UPI and says why. ₹1 lakh is usual. Since 15 September 2025, NPCI allows ₹5 lakh for verified merchants of some categories: ask your bank or Razorpay whether you are one.',
      options: {
        list: [usualUpiLimit, 500_000].map((value) => ({
          value,
          title: `₹${value.toLocaleString('en-IN')}`,
        })),
      },
      initialValue: usualUpiLimit,
    }),
  ],
});
