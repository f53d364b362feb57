import { defineArrayMember, defineField, defineType } from 'sanity';
import { editableText, line, list, requiredField, validatedLine } from '#schemas/fields.ts';
import { checkPhone } from '#schemas/text-rules.ts';

/** Defines a field for an ISO 3166-1 alpha-2 country code, which only search engines read. */
export const countryCodeField = (description: string) =>
  validatedLine(
    'countryCode',
    description,
    (code = '') =>
      /^[A-Z]{2}$/.test(code) || 'Enter two capital letters, for example IN for India or AE for the UAE.',
    { title: 'Country code' },
  );

/** An office on the contact page and in the footer. Search engines get it as a local business. */
export const office = defineType({
  name: 'office',
  title: 'Office',
  type: 'object',
  fields: [
    line('name', 'The city as visitors know it. For example: Gurugram.', { title: 'City' }),
    line('role', 'Optional. One line. For example: Head office.', {
      title: 'What this office does',
      required: false,
      advisedMax: 80,
    }),
    defineField({
      name: 'addressLines',
      title: 'Street address',
      type: 'array',
      description: 'Building, floor and street, each on its own line, without the city.',
      of: [defineArrayMember({ type: 'string', options: editableText })],
      validation: (rule) => rule.required().min(1).max(4),
    }),
    line('locality', 'The city as it is written in the postal address.', { title: 'City in the address' }),
    line('region', 'For example: Haryana or Abu Dhabi.', { title: 'State or emirate' }),
    defineField({
      name: 'postalCode',
      title: 'Postal code',
      type: 'string',
      options: editableText,
      description: 'Optional. Leave it empty in countries without postal codes, such as the UAE.',
    }),
    line('country', 'The name of the country. For example: India.'),
    countryCodeField('Two capital letters for search engines. For example: IN.'),
    requiredField('location', 'Latitude and longitude. Used for the map drawing and by search engines.', {
      title: 'Place on the map',
      type: 'geopoint',
    }),
    validatedLine('phone', 'Optional, if the office has a number of its own.', checkPhone, {
      title: 'Phone of this office',
      required: false,
      options: editableText,
    }),
    validatedLine(
      'whatsapp',
      'Optional, for an office in the Gulf: the number that opens a chat for readers who chose the Gulf.',
      checkPhone,
      { title: 'WhatsApp number of this office', required: false },
    ),
    list(
      'hours',
      'Optional, in the local time of this office. Visitors and search engines see them. Leave them empty for the head office: its hours are in the list “Opening hours”.',
      { title: 'Hours of this office', required: false, item: 'openingHours' },
    ),
  ],
  preview: { select: { title: 'name', subtitle: 'country' } },
});
