import { list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const faq = defineSection({
  name: 'faq',
  title: 'Questions and answers',
  description: 'Clients’ questions, with answers. Search engines read them too.',
  on: ['page', 'cityPage'],
  fields: [
    list('items', 'The questions in the order in which they are shown. Put the most common first.', {
      title: 'Questions',
      max: 20,
      item: 'faqItem',
    }),
  ],
});
