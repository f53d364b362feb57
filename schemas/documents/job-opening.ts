import { UserIcon } from '@sanity/icons/User';
import { defineArrayMember, defineField } from 'sanity';
import { choice, line, list, paragraph, takingPlaceholders } from '#schemas/fields.ts';
import { contentGroup, settingsGroup } from '#schemas/groups.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { notInFuture } from '#schemas/text-rules.ts';
import { defineDocument } from './define-document.ts';

/** Kinds of employment, as visitors read them. */
const jobTypes = ['Full-time', 'Part-time', 'Internship', 'Contract'] as const;

/** An open position: shown on the careers page and given to job search engines. */
export const jobOpening = defineDocument({
  name: 'jobOpening',
  title: 'Job opening',
  icon: UserIcon,
  list: { title: 'Job openings', group: 'parts', orderBy: 'title' },
  groups: [contentGroup, settingsGroup],
  fields: [
    line({
      name: 'title',
      title: 'Title',
      description: 'The position alone: Content Writer.',
      group: 'content',
      required: true,
      advisedMax: 60,
    }),
    slugField({
      source: 'title',
      description: 'The place on the careers page: content-writer becomes /careers#content-writer.',
    }),
    line({
      name: 'location',
      title: 'Location',
      description: 'As applicants read it: Delhi or Remote.',
      group: 'content',
      required: true,
      advisedMax: 50,
    }),
    choice({
      name: 'jobType',
      title: 'Type',
      group: 'content',
      description: 'The kind of employment.',
      list: jobTypes,
      initialValue: 'Full-time',
    }),
    line({
      name: 'experience',
      title: 'Experience',
      description: 'Optional. For example 5+ years.',
      group: 'content',
      advisedMax: 30,
    }),
    paragraph({
      name: 'summary',
      title: 'Short description',
      description: 'The work in one or two sentences. Shown in the list.',
      group: 'content',
      required: true,
      advisedMax: 280,
    }),
    defineField({
      name: 'description',
      title: 'Full description',
      type: 'richText',
      group: 'content',
      description: takingPlaceholders('What the person will do, what they should bring, what they get.'),
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'skills',
      title: 'Skills',
      type: 'array',
      group: 'content',
      description: 'Optional. A few words each.',
      of: [defineArrayMember({ type: 'string' })],
      options: { layout: 'tags' },
    }),
    defineField({
      name: 'datePosted',
      title: 'Posted on',
      type: 'date',
      group: 'settings',
      description: 'The day on which the opening was first published.',
      initialValue: () => new Date().toISOString().slice(0, 10),
      validation: (rule) => rule.required().custom(notInFuture),
    }),
    defineField({
      name: 'validThrough',
      title: 'Open until',
      type: 'date',
      group: 'settings',
      description: 'Optional. After this day the opening disappears from the site by itself.',
      validation: (rule) => [
        rule.custom((date, { document }) => {
          const posted = document?.datePosted;
          return date && typeof posted === 'string' && date < posted
            ? 'This is before the day of posting.'
            : true;
        }),
        rule
          .custom((date) =>
            date && date < new Date().toISOString().slice(0, 10)
              ? 'This day has passed, so the opening is not shown any more.'
              : true,
          )
          .warning(),
      ],
    }),
    list({
      name: 'workplaces',
      title: 'Places of work for search engines',
      group: 'settings',
      description: 'One entry for each office where the person can work.',
      item: {
        name: 'workplace',
        title: 'Place',
        preview: { title: 'locality', subtitle: 'region' },
        fields: [
          line({ name: 'locality', title: 'City', description: 'For example Gurugram.', required: true }),
          line({
            name: 'region',
            title: 'State or emirate',
            description: 'For example Haryana.',
            required: true,
          }),
          defineField({
            name: 'countryCode',
            title: 'Country code',
            type: 'string',
            description: 'Two capital letters: IN, AE.',
            initialValue: 'IN',
            validation: (rule) =>
              rule
                .required()
                .regex(/^[A-Z]{2}$/, 'two capital letters')
                .error('Two capital letters: IN for India, AE for the UAE.'),
          }),
        ],
      },
    }),
    defineField({
      name: 'remote',
      title: 'Can be done from home',
      type: 'boolean',
      group: 'settings',
      description: 'Tells job search engines that applicants from anywhere in the country may apply.',
      initialValue: false,
      validation: (rule) => rule.required(),
    }),
    defineField({
      name: 'experienceMonths',
      title: 'Least experience in months',
      type: 'number',
      group: 'settings',
      description: 'Optional, for job search engines: 60 for five years, 0 for none.',
      validation: (rule) => rule.integer().min(0),
    }),
    defineField({
      name: 'order',
      title: 'Place in the list',
      type: 'number',
      group: 'settings',
      description: 'Small numbers come first.',
      initialValue: 100,
      validation: (rule) => rule.required().integer().min(0),
    }),
  ],
  orderings: [
    { name: 'orderAsc', title: 'Place in the list', by: [{ field: 'order', direction: 'asc' }] },
    { name: 'postedDesc', title: 'Newest first', by: [{ field: 'datePosted', direction: 'desc' }] },
  ],
  preview: {
    select: { title: 'title', location: 'location', type: 'jobType', until: 'validThrough' },
    prepare: ({ title, location, type, until }) => ({
      title,
      subtitle: [type, location, until ? `until ${until}` : undefined].filter(Boolean).join(' · '),
    }),
  },
});
