import { CaseIcon } from '@sanity/icons/Case';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph, takingPlaceholders } from '#schemas/fields.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { shownText } from '#schemas/text-rules.ts';

/** A service the agency offers, shown on cards and given to search engines. */
export const service = defineType({
  name: 'service',
  title: 'Service',
  type: 'document',
  icon: CaseIcon,
  fields: [
    line({
      name: 'title',
      title: 'Name',
      description: 'The name that clients use.',
      required: true,
      advisedMax: 60,
    }),
    iconField(),
    paragraph({
      name: 'summary',
      title: 'Summary',
      description: 'What the client gets, in one or two sentences. Shown on cards.',
      required: true,
      advisedMax: 240,
    }),
    defineField({
      name: 'features',
      title: 'What is included',
      type: 'array',
      description: takingPlaceholders('Short points, three to five.'),
      of: [defineArrayMember({ type: 'string', validation: shownText({ advisedMax: 70 }) })],
      validation: (rule) => rule.required().min(1).max(8),
    }),
    defineField({
      name: 'action',
      title: 'Link',
      type: 'action',
      description: 'Optional. The page that tells more, and the words of the link.',
    }),
    defineField({
      name: 'order',
      title: 'Place in lists',
      type: 'number',
      description: 'Small numbers come first.',
      initialValue: 100,
      validation: (rule) => rule.required().integer().min(0),
    }),
  ],
  orderings: [{ name: 'orderAsc', title: 'Place in lists', by: [{ field: 'order', direction: 'asc' }] }],
  preview: { select: { title: 'title', subtitle: 'summary' } },
});
