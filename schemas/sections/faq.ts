import { list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const faq = defineSection({
  name: 'faq',
  title: 'Questions and answers',
  description: 'Questions that clients ask, with answers; also given to search engines.',
  on: ['page', 'cityPage'],
  fields: [list('items', 'The most asked first.', { title: 'Questions', max: 20, item: 'faqItem' })],
});
