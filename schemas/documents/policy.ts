import { BookIcon } from '@sanity/icons/Book';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph, takingPlaceholders } from '#schemas/fields.ts';
import { pageGroups } from '#schemas/groups.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { hrefFor } from '#schemas/paths.ts';

/** A legal text in numbered clauses. */
export const policy = defineType({
  name: 'policy',
  title: 'Policy',
  type: 'document',
  icon: BookIcon,
  groups: pageGroups,
  fields: [
    line({
      name: 'title',
      title: 'Title',
      description: 'The heading of the page.',
      group: 'content',
      required: true,
      advisedMax: 60,
    }),
    slugField({ source: 'title', description: 'The address after the first slash: privacy-policy.' }),
    defineField({
      name: 'lastUpdated',
      title: 'Last updated',
      type: 'date',
      group: 'content',
      description: 'Shown as month and year: October 2025. Change it whenever the meaning changes.',
      options: { dateFormat: 'MMMM YYYY' },
      validation: (rule) =>
        rule
          .required()
          .custom((date) =>
            date && date > new Date().toISOString().slice(0, 10) ? 'This date is in the future.' : true,
          ),
    }),
    paragraph({
      name: 'intro',
      title: 'Summary',
      description: 'What the text means for the reader, in plain words. It does not replace the clauses.',
      group: 'content',
      advisedMax: 400,
    }),
    defineField({
      name: 'sections',
      title: 'Clauses',
      type: 'array',
      group: 'content',
      description: 'Numbered by the site, in this order.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'clause',
          title: 'Clause',
          fields: [
            line({
              name: 'heading',
              title: 'Heading',
              description: 'Without its number.',
              required: true,
              advisedMax: 80,
            }),
            defineField({
              name: 'body',
              title: 'Text',
              type: 'policyText',
              description: takingPlaceholders('Short sentences; a table for terms that are compared.'),
              validation: (rule) => rule.required(),
            }),
          ],
          preview: { select: { title: 'heading' } },
        }),
      ],
      validation: (rule) => rule.required().min(1),
    }),
    seoField({ required: true }),
  ],
  orderings: [{ name: 'titleAsc', title: 'Title', by: [{ field: 'title', direction: 'asc' }] }],
  preview: {
    select: { title: 'title', slug: 'slug.current', date: 'lastUpdated' },
    prepare: ({ title, slug, date }) => ({
      title,
      subtitle: [hrefFor({ _type: 'policy', slug }), date].filter(Boolean).join(' · '),
    }),
  },
});
