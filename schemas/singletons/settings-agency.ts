import { defineArrayMember, defineField } from 'sanity';
import { line, paragraph } from '#schemas/fields.ts';
import { checkPhone } from '#schemas/text-rules.ts';

/** Who the agency is. */
export const identityFields = [
  defineField({
    name: 'agencyName',
    title: 'Name of the agency',
    type: 'string',
    group: 'identity',
    description: 'As clients know it. Used in the top bar, in texts as {agency}, and on receipts.',
    validation: (rule) => rule.required(),
  }),
  defineField({
    name: 'legalName',
    title: 'Legal name',
    type: 'string',
    group: 'identity',
    description: 'As registered. Used in policies, on receipts and for search engines.',
    validation: (rule) => rule.required(),
  }),
  line({
    name: 'tagline',
    title: 'Tagline',
    description: 'Stands beside the name.',
    group: 'identity',
    required: true,
    initialValue: 'Smarter Growth. Accurate Results.',
  }),
  paragraph({
    name: 'description',
    title: 'The agency in a sentence or two',
    description: 'What the agency does and for whom; used for search engines.',
    group: 'identity',
    required: true,
    advisedMax: 300,
  }),
  defineField({
    name: 'logo',
    title: 'Logo',
    type: 'picture',
    group: 'identity',
    description: 'Optional. Empty: the name is set in the heading typeface.',
  }),
  defineField({
    name: 'foundingYear',
    title: 'Founded in',
    type: 'number',
    group: 'identity',
    description: 'Optional. For search engines only.',
    validation: (rule) => rule.integer().min(1900).max(2100),
  }),
];

/** How to reach the agency. */
export const contactFields = [
  defineField({
    name: 'email',
    title: 'E-mail',
    type: 'string',
    group: 'contact',
    description: 'Shown on the contact page, in the footer and in policies; {email} in any text.',
    validation: (rule) => rule.required().email(),
  }),
  defineField({
    name: 'phone',
    title: 'Phone',
    type: 'string',
    group: 'contact',
    description: 'In international form, as it should be shown: +91 98765 43210. {phone} in any text.',
    validation: (rule) => rule.required().custom(checkPhone),
  }),
  defineField({
    name: 'whatsapp',
    title: 'WhatsApp number',
    type: 'string',
    group: 'contact',
    description: 'In international form. Enquiries and chat buttons go here; often the same as the phone.',
    validation: (rule) => rule.required().custom(checkPhone),
  }),
  paragraph({
    name: 'whatsappGreeting',
    title: 'WhatsApp greeting',
    description: 'The first message typed for visitors who press a chat button.',
    group: 'contact',
    required: true,
    advisedMax: 200,
    rows: 2,
  }),
  defineField({
    name: 'socialLinks',
    title: 'Social profiles',
    type: 'array',
    group: 'contact',
    description: 'Profiles shown in the footer. A profile without an address is shown as a name only.',
    of: [defineArrayMember({ type: 'socialLink' })],
  }),
];

/** Where the agency is and when it is open. */
export const officeFields = [
  defineField({
    name: 'offices',
    title: 'Offices',
    type: 'array',
    group: 'contact',
    description: 'The head office first.',
    of: [defineArrayMember({ type: 'office' })],
    validation: (rule) => rule.required().min(1),
  }),
  defineField({
    name: 'contactHours',
    title: 'On the contact page',
    type: 'array',
    group: 'contact',
    fieldset: 'hours',
    description: 'When people answer, in words.',
    of: [defineArrayMember({ type: 'hoursLine' })],
    validation: (rule) => rule.required().min(1),
  }),
  defineField({
    name: 'structuredHours',
    title: 'For search engines',
    type: 'array',
    group: 'contact',
    fieldset: 'hours',
    description: 'Shown in search results and maps.',
    of: [defineArrayMember({ type: 'openingHours' })],
    validation: (rule) => rule.required().min(1),
  }),
];
