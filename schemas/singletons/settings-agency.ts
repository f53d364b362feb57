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
import { checkGstin, checkPan, checkSac } from '#schemas/tax-numbers.ts';
import { checkPhone, visitorTextRules } from '#schemas/text-rules.ts';
import { enquiryCopies } from './enquiry-copies.ts';

export const identityFields = [
  requiredField(
    'agencyName',
    'As clients know it. Used in the top bar, in texts as {agency}, and on receipts.',
    { title: 'Name of the agency', type: 'string', options: editableText },
  ),
  requiredField('legalName', 'As registered. Used in policies, on receipts and for search engines.', {
    title: 'Legal name',
    type: 'string',
    options: editableText,
  }),
  validatedLine(
    'gstin',
    'Optional. Stands on receipts and statements.',
    (text, { document }) => checkGstin(text, document?.pan),
    { title: 'GSTIN', required: false },
  ),
  validatedLine('pan', 'Optional. Stands on receipts and statements; who deducts TDS needs it.', checkPan, {
    title: 'PAN',
    required: false,
  }),
  validatedLine(
    'sac',
    'Optional. The code of your main service, such as 998361 for advertising. Stands on receipts.',
    checkSac,
    { title: 'SAC', required: false },
  ),
  line('tagline', 'Stands beside the name.', { initialValue: 'Smarter Growth. Accurate Results.' }),
  paragraph('description', 'What the agency does and for whom; used for search engines.', {
    title: 'The agency in a sentence or two',
    advisedMax: 300,
  }),
  defineField({
    name: 'logo',
    type: 'picture',
    description: 'Optional. Empty: the name is set in the heading typeface.',
  }),
  defineField({
    name: 'foundingYear',
    title: 'Founded in',
    type: 'number',
    description: 'Optional. For search engines only.',
    validation: (rule) => rule.integer().min(1900).max(2100),
  }),
];

export const contactFields = [
  defineField({
    name: 'email',
    title: 'E-mail',
    type: 'string',
    options: editableText,
    description: 'Shown on the contact page, in the footer and in policies; {email} in any text.',
    validation: (rule) => rule.required().email(),
  }),
  validatedLine(
    'phone',
    'In international form, as it should be shown: +91 98765 43210. {phone} in any text.',
    checkPhone,
    { options: editableText },
  ),
  validatedLine(
    'whatsapp',
    'In international form. Enquiries and chat buttons go here; often the same as the phone.',
    checkPhone,
    { title: 'WhatsApp number' },
  ),
  defineField({
    name: 'whatsappGreeting',
    title: 'WhatsApp greeting',
    type: 'text',
    rows: 2,
    description: 'The first message typed for visitors who press a chat button.',
    validation: visitorTextRules({ required: true, advisedMax: 200 }),
  }),
  enquiryCopies,
  list('socialLinks', 'Profiles shown in the footer. A profile without an address is shown as a name only.', {
    title: 'Social profiles',
    required: false,
    item: 'socialLink',
  }),
  list('offices', 'The head office first.', { item: 'office' }),
  ...fieldsIn({ fieldset: 'hours' }, [
    list('contactHours', 'When people answer, in words.', {
      title: 'On the contact page',
      item: 'hoursLine',
    }),
    list('structuredHours', 'Shown in search results and maps.', {
      title: 'For search engines',
      item: 'openingHours',
    }),
  ]),
];
