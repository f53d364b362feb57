import { BookIcon } from '@sanity/icons/Book';
import { defineField } from 'sanity';
import { formatDay } from '#schemas/days.ts';
import {
  day,
  editableText,
  fieldsIn,
  line,
  list,
  paragraph,
  points,
  requiredField,
} from '#schemas/fields.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { hrefFor } from '#schemas/paths.ts';
import { notInFuture } from '#schemas/text-rules.ts';
import { defineDocument } from './define-document.ts';

export const policy = defineDocument({
  name: 'policy',
  title: 'Policy',
  icon: BookIcon,
  list: { title: 'Policies', group: 'rules', orderBy: 'title' },
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('title', 'The heading of the page.', { advisedMax: 60 }),
      slugField('title', 'The part of the address after the first slash. For example: privacy-policy.'),
      day(
        'lastUpdated',
        'Shown as month and year, for example October 2025. Change the date whenever the meaning of the policy changes.',
        { check: notInFuture },
      ),
      paragraph(
        'intro',
        'Optional. What the policy means for the reader, in plain words. It does not replace the clauses.',
        { title: 'Summary', required: false, advisedMax: 400 },
      ),
      list('sections', 'The site numbers the clauses in this order.', {
        title: 'Clauses',
        item: {
          name: 'clause',
          title: 'Clause',
          preview: { title: 'heading' },
          fields: [
            line('heading', 'The heading without its number.', { advisedMax: 80 }),
            requiredField('body', 'Use short sentences. Use a table to compare terms.', {
              title: 'Text',
              type: 'policyText',
            }),
          ],
        },
      }),
      defineField({
        name: 'rights',
        title: 'Rights of the reader',
        type: 'object',
        description:
          'Optional. For the privacy policy. Shown after the clauses once both fields are filled in.',
        fields: [
          line('heading', 'For example: Your rights under the DPDP Act.', {
            required: false,
            advisedMax: 80,
          }),
          points('points', 'One bullet point for each right that people have.', {
            required: false,
            max: 12,
            advisedMax: 160,
          }),
        ],
      }),
      defineField({
        name: 'grievance',
        title: 'Grievance contact',
        type: 'object',
        description: 'Optional. Shown after the clauses once the heading and the office are filled in.',
        fields: [
          line('heading', 'For example: Grievance contact.', { required: false, advisedMax: 80 }),
          line('office', 'For example: Grievance officer.', { required: false, advisedMax: 80 }),
          defineField({
            name: 'email',
            title: 'E-mail',
            type: 'string',
            options: editableText,
            description: 'Optional. If empty, the e-mail address from Site settings is shown.',
            validation: (rule) => rule.email(),
          }),
          line('responseTime', 'For example: Answered within 30 days.', {
            title: 'Response time',
            required: false,
            advisedMax: 80,
          }),
        ],
      }),
    ]),
    seoField({ required: true }),
  ],
  preview: {
    select: { title: 'title', slug: 'slug.current', date: 'lastUpdated' },
    prepare: ({ title, slug, date }) => ({
      title,
      subtitle: [hrefFor({ _type: 'policy', slug }), formatDay(date ?? '')].filter(Boolean).join(' · '),
    }),
  },
});
