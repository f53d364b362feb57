import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, requiredField, words } from '#schemas/fields.ts';
import { checkPhone } from '#schemas/text-rules.ts';

/** ISO 3166-1 alpha-2, for search engines. */
export function countryCodeField(description: string) {
  return defineField({
    name: 'countryCode',
    title: 'Country code',
    type: 'string',
    description,
    validation: (rule) =>
      rule
        .required()
        .regex(/^[A-Z]{2}$/, 'two capital letters')
        .error('Two capital letters: IN for India, AE for the UAE.'),
  });
}

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
      of: [defineArrayMember({ type: 'string', options: words })],
      validation: (rule) => rule.required().min(1).max(4),
    }),
    line('locality', 'City as it is written in the postal address.', { title: 'City in the address' }),
    line('region', 'For example Haryana or Abu Dhabi.', { title: 'State or emirate' }),
    defineField({
      name: 'postalCode',
      title: 'Postal code',
      type: 'string',
      options: words,
      description: 'Leave empty where there is none, as in the UAE.',
    }),
    line('country', 'The name of the country: India.'),
    countryCodeField('Two capital letters, for search engines: IN, AE.'),
    requiredField('location', 'Latitude and longitude, for the map drawing and for search engines.', {
      title: 'Place on the map',
      type: 'geopoint',
    }),
    defineField({
      name: 'phone',
      title: 'Phone of this office',
      type: 'string',
      options: words,
      description: 'Optional. Empty: the number from the Contact tab.',
      validation: (rule) => rule.custom(checkPhone),
    }),
  ],
  preview: { select: { title: 'name', subtitle: 'country' } },
});
