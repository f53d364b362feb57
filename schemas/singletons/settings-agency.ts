import { defineField } from 'sanity';
import {
  editableText,
  fieldsIn,
  line,
  list,
  paragraph,
  requiredField,
  validatedLine,
} from '#schemas/fields.ts';
import { checkGstin, checkPan, checkSac, checkUdyam } from '#schemas/tax-numbers.ts';
import { checkPhone, visitorTextRules } from '#schemas/text-rules.ts';
import { applications } from './applications.ts';
import { enquiryCopies } from './enquiry-copies.ts';

export const identityFields = [
  requiredField(
    'agencyName',
    'The name that clients know. Shown in the top bar and on receipts, and in texts in place of {agency}.',
    { title: 'Name of the agency', type: 'string', options: editableText },
  ),
  requiredField('legalName', 'The registered name. Shown in policies, on receipts and to search engines.', {
    title: 'Legal name',
    type: 'string',
    options: editableText,
  }),
  validatedLine(
    'gstin',
    'Optional. Shown on receipts and statements.',
    (text, { document }) => checkGstin(text, document?.pan),
    { title: 'GSTIN', required: false },
  ),
  validatedLine('pan', 'Optional. Shown on receipts and statements. Customers need it for TDS.', checkPan, {
    title: 'PAN',
    required: false,
  }),
  validatedLine(
    'sac',
    'Optional. The code of your main service, such as 998361 for advertising. Shown on receipts.',
    checkSac,
    { title: 'SAC', required: false },
  ),
  validatedLine(
    'udyam',
    'Optional, for a micro or small enterprise. Shown on payment links and statements.',
    checkUdyam,
    { title: 'Udyam number', required: false },
  ),
  paragraph('udyamNote', 'Shown with the Udyam number: why to pay in time.', {
    title: 'Udyam note',
    required: false,
  }),
  defineField({
    name: 'bankAccount',
    title: 'Bank account',
    type: 'bankAccount',
    description: 'Optional. Shown on payment links, with the bill number as the reference of the transfer.',
  }),
  defineField({
    name: 'gulfBankAccount',
    title: 'Bank account for dirhams',
    type: 'bankAccount',
    description: 'Optional. Shown on the payment page to readers who chose the Gulf.',
  }),
  line('tagline', 'Shown next to the name.', { initialValue: 'Smarter Growth. Accurate Results.' }),
  paragraph('description', 'What the agency does and for whom. Search engines show it.', {
    title: 'Description of the agency',
    advisedMax: 300,
  }),
  defineField({
    name: 'logo',
    type: 'picture',
    description: 'Optional. If empty, the site shows the name in the font of the headings.',
  }),
  defineField({
    name: 'foundingYear',
    title: 'Founded in',
    type: 'number',
    description: 'Optional. Only search engines see it.',
    validation: (rule) => rule.integer().min(1900).max(2100),
  }),
];

export const contactFields = [
  defineField({
    name: 'email',
    title: 'E-mail',
    type: 'string',
    options: editableText,
    description: 'Shown on the contact page, in the footer, in policies, and in texts in place of {email}.',
    validation: (rule) => rule.required().email(),
  }),
  validatedLine(
    'phone',
    'With + and the country code, as visitors should see it: +91 98765 43210. Texts show it in place of {phone}.',
    checkPhone,
    { options: editableText },
  ),
  validatedLine(
    'whatsapp',
    'With + and the country code. Enquiries and chat buttons open a chat with this number.',
    checkPhone,
    { title: 'WhatsApp number' },
  ),
  defineField({
    name: 'whatsappGreeting',
    title: 'WhatsApp greeting',
    type: 'text',
    rows: 2,
    description: 'The message that is already typed when a visitor selects a chat button.',
    validation: visitorTextRules({ required: true, advisedMax: 200 }),
  }),
  line(
    'grievanceOfficer',
    'The name of the person who answers complaints about personal data. The privacy policy shows it.',
    {
      title: 'Grievance officer',
      required: false,
    },
  ),
  defineField({
    name: 'complaintsUrl',
    title: 'Data Protection Board: page for complaints',
    type: 'url',
    description: 'Shown in the privacy policy. Check that the address belongs to the government.',
  }),
  enquiryCopies,
  applications,
  list('socialLinks', 'Shown in the footer. A profile without an address is shown as a name only.', {
    title: 'Social profiles',
    required: false,
    item: 'socialLink',
  }),
  list('offices', 'Shown on the contact page and in the footer. Put the head office first.', {
    item: 'office',
  }),
  ...fieldsIn({ fieldset: 'hours' }, [
    list('contactHours', 'The opening hours that visitors read.', {
      title: 'On the contact page',
      item: 'hoursLine',
    }),
    list('structuredHours', 'The opening hours in search results and maps.', {
      title: 'For search engines',
      item: 'openingHours',
    }),
  ]),
];
