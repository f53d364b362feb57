import { HelpCircleIcon } from '@sanity/icons/HelpCircle';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields } from '#schemas/fields.ts';

/** Questions that clients ask, with answers; also given to search engines. */
export const faq = defineType({
  name: 'faq',
  title: 'Questions and answers',
  type: 'object',
  icon: HelpCircleIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'items',
      title: 'Questions',
      type: 'array',
      description: 'The most asked first.',
      of: [defineArrayMember({ type: 'faqItem' })],
      validation: (rule) => rule.required().min(1).max(20),
    }),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({
      title: heading ?? 'Questions and answers',
      subtitle: 'Questions and answers',
    }),
  },
});
