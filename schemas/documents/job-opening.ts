import { EyeClosedIcon } from '@sanity/icons/EyeClosed';
import { UserIcon } from '@sanity/icons/User';
import { defineField, type InitialValueResolver } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { daysFromToday, formatDay, hasPassed, today } from '#schemas/days.ts';
import {
  choice,
  dateFormat,
  day,
  editableText,
  fieldsIn,
  line,
  list,
  orderField,
  paragraph,
  points,
  requiredField,
  tags,
  toOptions,
} from '#schemas/fields.ts';
import { countryCodeField } from '#schemas/objects/office.ts';
import { endField } from '#schemas/objects/page-end.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { notInFuture } from '#schemas/text-rules.ts';
import { defineDocument } from './define-document.ts';
import { personReference } from './person.ts';

const jobTypes = ['Full-time', 'Part-time', 'Internship', 'Contract'];

const defaultOpenDays = 90;
/** Days after which an opening without a closing date may have been forgotten. */
const staleAfterDays = 183;

const payPeriods = ['a month', 'a year', 'an hour'] as const;

const amount = (name: string, description: string) =>
  defineField({ name, description, type: 'number', validation: (rule) => rule.positive() });

/** Returns the initial place of work: the head office, which is the first office in the settings. */
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
      line('title', 'The position, without the place. For example: Content Writer.', { advisedMax: 60 }),
      slugField('title', 'The end of the address. Example: content-writer becomes /careers/content-writer.'),
      line('location', 'The place of work as applicants see it. For example: Delhi or Remote.', {
        advisedMax: 50,
      }),
      choice('jobType', 'The type of employment. Applicants and search engines see it.', {
        title: 'Type',
        list: jobTypes,
        initialValue: 'Full-time',
      }),
      line('team', 'Optional. The team and its size. For example: Search, six people.', {
        required: false,
        advisedMax: 60,
      }),
      line('experience', 'Optional. For example: 5+ years.', { required: false, advisedMax: 30 }),
      paragraph('summary', 'The work in one or two sentences. Shown in the list of openings.', {
        title: 'Short description',
        advisedMax: 280,
      }),
      requiredField(
        'description',
        'What the person will do, what they should bring and what they get. Search engines require all three.',
        { title: 'Full description', type: 'richText' },
      ),
      tags('skills', 'Optional. A few words for each skill. Shown on the page of the opening.', {
        words: editableText,
      }),
      points('decision', 'Optional. The steps from the application to the answer, with the time for each.', {
        title: 'How we decide',
        required: false,
        max: 5,
        advisedMax: 100,
      }),
      personReference(
        'contact',
        'Who to ask',
        'Optional. Shown on the page of the opening once the person is confirmed.',
      ),
      defineField({
        name: 'salary',
        type: 'object',
        description:
          'Optional. Applicants and job search engines see it. Leave the first amount empty to show no salary.',
        options: { columns: 2 },
        fields: [
          amount('from', 'The lowest salary, before tax.'),
          amount('to', 'Optional. The highest salary, before tax.'),
          defineField({
            name: 'currency',
            type: 'string',
            options: { list: toOptions({ INR: 'Rupees', AED: 'Dirhams' }) },
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
              ? 'The highest salary is below the lowest. Correct one of them.'
              : true;
          }),
      }),
    ]),
    seoField({
      required: false,
      description: 'Optional. If empty, the site uses the title and the short description.',
    }),
    ...fieldsIn({ group: 'settings' }, [
      day('datePosted', 'The day on which the opening was first published.', {
        title: 'Posted on',
        initialValue: today,
        check: notInFuture,
      }),
      defineField({
        name: 'validThrough',
        title: 'Open until',
        type: 'date',
        options: { dateFormat },
        description:
          'Optional. After this day, the opening disappears from all lists and its page says that it is closed. To close it at once, use the button above the form. Job search engines drop old openings without a closing date.',
        initialValue: () => daysFromToday(defaultOpenDays),
        validation: (rule) => [
          // Without it, text that is no date would only be a warning.
          rule,
          rule
            .custom((date, { document }) => {
              if (hasPassed(date))
                return 'This date has passed, so the opening is closed. Enter a later date to open it again.';
              const posted = textOf(document, 'datePosted');
              return !date && posted && posted < daysFromToday(-staleAfterDays)
                ? 'This opening was posted more than six months ago and has no closing date. Enter one if it is still open.'
                : true;
            })
            .warning(),
        ],
      }),
      list(
        'workplaces',
        'One entry for each office where the person can work. Leave the list empty if all work is done from home.',
        {
          title: 'Places of work (for search engines)',
          required: false,
          check: (places, { document }) =>
            places?.length || propertyOf(document, 'remote') === true
              ? true
              : 'Add a place of work, or switch on “Can be done from home”.',
          item: {
            name: 'workplace',
            title: 'Place',
            preview: { title: 'locality', subtitle: 'region' },
            fields: [
              line('locality', 'For example: Gurugram.', { title: 'City' }),
              line('region', 'For example: Haryana.', { title: 'State or emirate' }),
              { ...countryCodeField('Two capital letters: IN, AE.'), initialValue: 'IN' },
            ],
          },
        },
      ),
      requiredField(
        'remote',
        'On: job search engines show the opening to people anywhere in the country of the places above. If you entered no places, they use the country of the head office.',
        { title: 'Can be done from home', type: 'boolean', initialValue: false },
      ),
      defineField({
        name: 'experienceMonths',
        title: 'Minimum experience in months',
        type: 'number',
        description: 'Optional. Only job search engines see it. For example: 60 for five years, 0 for none.',
        validation: (rule) => rule.integer().min(0),
      }),
      orderField('Position in the list'),
    ]),
    endField,
  ],
  orderings: [
    { name: 'orderAsc', title: 'Position in the list', by: [{ field: 'order', direction: 'asc' }] },
    { name: 'postedDesc', title: 'Newest first', by: [{ field: 'datePosted', direction: 'desc' }] },
  ],
  preview: {
    select: { title: 'title', location: 'location', type: 'jobType', until: 'validThrough' },
    prepare: ({ title, location, type, until }) => {
      const closed = hasPassed(until);
      return {
        title,
        subtitle: closed
          ? `Closed after ${formatDay(until)}`
          : [type, location, until ? `until ${formatDay(until)}` : undefined].filter(Boolean).join(' · '),
        media: closed ? EyeClosedIcon : UserIcon,
      };
    },
  },
});
