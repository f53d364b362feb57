import { defineType } from 'sanity';
import { line, requiredField } from '#schemas/fields.ts';

export const faqItem = defineType({
  name: 'faqItem',
  title: 'Question',
  type: 'object',
  fields: [
    line('question', 'The question in the client’s own words.', { advisedMax: 120 }),
    requiredField('answer', 'Answer in the first sentence, then explain.', { type: 'richText' }),
  ],
  preview: { select: { title: 'question' } },
});
