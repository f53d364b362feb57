import { HelpCircleIcon } from '@sanity/icons/HelpCircle';
import { defineArrayMember, defineField } from 'sanity';
import { anchorField, headingFields } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const faq = defineSection({
  name: 'faq',
  title: 'Questions and answers',
  description: 'Questions that clients ask, with answers; also given to search engines.',
  icon: HelpCircleIcon,
  thumbnail: new URL('./faq.svg', import.meta.url),
  on: ['page', 'cityPage'],
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
});
