import { defineArrayMember, defineField, defineType } from 'sanity';
import { editableText, line, requiredField, validatedLine } from '#schemas/fields.ts';
import { checkPhone } from '#schemas/text-rules.ts';

/** ISO 3166-1 alpha-2, for search engines. */
export const countryCodeField = (description: string) =>
  validatedLine(
    'countryCode',
    description,
    (code = '') => /^[A-Z]{2}$/.test(code) || 'Two capital letters: IN for India, AE for the UAE.',
    { title: 'Country code' },
  );

/** Shown on the contact page and in the footer, and given to search engines as a local business. */
export const office = defineType({
  name: 'office',
  title: 'Office',
  type: 'object',
  fields: [
    line('name', 'The city as visitors know it: Gurugram.', { title: 'City' }),
    line('role', 'Optional. One line: Head office, Gulf desk.', {
      title: 'What this office does',
      required: false,
      advisedMax: 80,
    }),
    defineField({
      name: 'addressLines',
      title: 'Street address',
      type: 'array',
      description: 'Building, floor and street, one line each, without the city.',
      of: [defineArrayMember({ type: 'string', options: editableText })],
      validation: (rule) => rule.required().min(1).max(4),
    }),
    line('locality', 'City as it is written in the postal address.', { title: 'City in the address' }),
    line('region', 'For example Haryana or Abu Dhabi.', { title: 'State or emirate' }),
    defineField({
      name: 'postalCode',
      title: 'Postal code',
      type: 'string',
      options: editableText,
      description: 'Leave empty where there is none, as in the UAE.',
    }),
    line('country', 'The name of the country: India.'),
    countryCodeField('Two capital letters, for search engines: IN, AE.'),
    requiredField('location', 'Latitude and longitude, for the map drawing and for search engines.', {
      title: 'Place on the map',
      type: 'geopoint',
    }),
    validatedLine('phone', 'Optional. Empty: the number from the Contact tab.', checkPhone, {
      title: 'Phone of this office',
      required: false,
      options: editableText,
    }),
  ],
  preview: { select: { title: 'name', subtitle: 'country' } },
});
