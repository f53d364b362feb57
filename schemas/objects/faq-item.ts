import { HelpCircleIcon } from '@sanity/icons/HelpCircle';
import { defineField, defineType } from 'sanity';
import { line, takingPlaceholders } from '#schemas/fields.ts';

/** A question and its answer; also given to search engines. */
export const faqItem = defineType({
  name: 'faqItem',
  title: 'Question',
  type: 'object',
  icon: HelpCircleIcon,
  fields: [
    line({
      name: 'question',
      title: 'Question',
      description: 'As a client would ask it.',
      required: true,
      advisedMax: 120,
    }),
    defineField({
      name: 'answer',
      title: 'Answer',
      type: 'richText',
      description: takingPlaceholders('Answer in the first sentence, explain after it.'),
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { select: { title: 'question' } },
});
