import { EyeClosedIcon } from '@sanity/icons/EyeClosed';
import { UserIcon } from '@sanity/icons/User';
import { defineArrayMember, defineField, type InitialValueResolver } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { daysFromToday, hasPassed, today } from '#schemas/days.ts';
import {
  choice,
  editableText,
  fieldsIn,
  line,
  list,
  orderField,
  paragraph,
  requiredField,
} from '#schemas/fields.ts';
import { countryCodeField } from '#schemas/objects/office.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { notInFuture } from '#schemas/text-rules.ts';
import { defineDocument } from './define-document.ts';
import { personReference } from './person.ts';

const jobTypes = ['Full-time', 'Part-time', 'Internship', 'Contract'];

/** Days. */
const defaultOpenDays = 90;
const staleAfterDays = 183;

const payPeriods = ['a month', 'a year', 'an hour'] as const;

const amount = (name: string, description: string) =>
  defineField({ name, description, type: 'number', validation: (rule) => rule.positive() });

/** Defaults to the head office, the first in the settings. */
const headOfficeWorkplace: InitialValueResolver<object, Record<string, unknown>> = async (
  _given,
  { getClient },
) => {
  const office = await getClient({ apiVersion }).fetch<object | null>(
    '*[_id == "siteSettings"][0].offices[0]{locality, region, countryCode}',
  );
  return office ? { workplaces: [{ _type: 'workplace', _key: 'head-office', ...office }] } : {};
};

export const jobOpening = defineDocument({
  name: 'jobOpening',
  title: 'Job opening',
  icon: UserIcon,
  list: { title: 'Job openings', group: 'parts', orderBy: 'title' },
  initialValue: headOfficeWorkplace,
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('title', 'The position alone: Content Writer.', { advisedMax: 60 }),
      slugField('title', 'The end of the address: content-writer becomes /careers/content-writer.'),
      line('location', 'As applicants read it: Delhi or Remote.', { advisedMax: 50 }),
      choice('jobType', 'The kind of employment.', {
        title: 'Type',
        list: jobTypes,
        initialValue: 'Full-time',
      }),
      line('experience', 'Optional. For example 5+ years.', { required: false, advisedMax: 30 }),
      paragraph('summary', 'The work in one or two sentences. Shown in the list.', {
        title: 'Short description',
        advisedMax: 280,
      }),
      requiredField(
        'description',
        'What the person will do, what they should bring, what they get. Search engines want all of it.',
        { title: 'Full description', type: 'richText' },
      ),
      defineField({
        name: 'skills',
        type: 'array',
        description: 'Optional. A few words each.',
        of: [defineArrayMember({ type: 'string', options: editableText })],
        options: { layout: 'tags' },
      }),
      personReference('contact', 'Who to ask', 'Optional. Shown on its page once the person is confirmed.'),
      defineField({
        name: 'salary',
        type: 'object',
        description:
          'Optional. Shown, and given to job search engines. Leave the first figure empty to say nothing.',
        options: { columns: 2 },
        fields: [
          amount('from', 'The least, before tax.'),
          amount('to', 'Optional. The most.'),
          defineField({
            name: 'currency',
            type: 'string',
            options: { list: ['INR', 'AED'] },
            initialValue: 'INR',
          }),
          defineField({
            name: 'per',
            type: 'string',
            options: { list: [...payPeriods] },
            initialValue: payPeriods[0],
          }),
        ],
        validation: (rule) =>
          rule.custom((salary) => {
            const { from, to } = { from: propertyOf(salary, 'from'), to: propertyOf(salary, 'to') };
            return typeof from === 'number' && typeof to === 'number' && to < from
              ? 'The most is less than the least.'
              : true;
          }),
      }),
    ]),
    seoField({ required: false, description: 'Leave all of it empty to take title and short description.' }),
    ...fieldsIn({ group: 'settings' }, [
      defineField({
        name: 'datePosted',
        title: 'Posted on',
        type: 'date',
        description: 'The day on which the opening was first published.',
        initialValue: today,
        validation: (rule) => rule.required().custom(notInFuture),
      }),
      defineField({
        name: 'validThrough',
        title: 'Open until',
        type: 'date',
        description:
          'Optional, but job search engines drop an opening that looks forgotten. After this day it leaves all lists by itself, and its page says that it is closed. To close it today, enter yesterday.',
        initialValue: () => daysFromToday(defaultOpenDays),
        validation: (rule) =>
          rule
            .custom((date, { document }) => {
              if (hasPassed(date)) return 'This day has passed, so the opening is closed.';
              const posted = textOf(document, 'datePosted');
              return !date && posted && posted < daysFromToday(-staleAfterDays)
                ? 'Posted more than half a year ago, without an end. Is it still open?'
                : true;
            })
            .warning(),
      }),
      list(
        'workplaces',
        'One entry for each office where the person can work. None if all work is from home.',
        {
          title: 'Places of work for search engines',
          required: false,
          check: (places, { document }) =>
            places?.length || propertyOf(document, 'remote') === true
              ? true
              : 'Add the place of work, or switch on “Can be done from home”.',
          item: {
            name: 'workplace',
            title: 'Place',
            preview: { title: 'locality', subtitle: 'region' },
            fields: [
              line('locality', 'For example Gurugram.', { title: 'City' }),
              line('region', 'For example Haryana.', { title: 'State or emirate' }),
              { ...countryCodeField('Two capital letters: IN, AE.'), initialValue: 'IN' },
            ],
          },
        },
      ),
      requiredField(
        'remote',
        'Tells job search engines that applicants from anywhere in the country of these places may apply; without a place, from that of the head office.',
        { title: 'Can be done from home', type: 'boolean', initialValue: false },
      ),
      defineField({
        name: 'experienceMonths',
        title: 'Least experience in months',
        type: 'number',
        description: 'Optional, for job search engines: 60 for five years, 0 for none.',
        validation: (rule) => rule.integer().min(0),
      }),
      orderField('Place in the list'),
    ]),
  ],
  orderings: [
    { name: 'orderAsc', title: 'Place in the list', by: [{ field: 'order', direction: 'asc' }] },
    { name: 'postedDesc', title: 'Newest first', by: [{ field: 'datePosted', direction: 'desc' }] },
  ],
  preview: {
    select: { title: 'title', location: 'location', type: 'jobType', until: 'validThrough' },
    prepare: ({ title, location, type, until }) => {
      const closed = hasPassed(until);
      return {
        title,
        subtitle: closed
          ? `Closed after ${until}`
          : [type, location, until ? `until ${until}` : undefined].filter(Boolean).join(' · '),
        media: closed ? EyeClosedIcon : UserIcon,
      };
    },
  },
});
