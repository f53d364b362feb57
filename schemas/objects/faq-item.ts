import { defineType } from 'sanity';
import { line, requiredField } from '#schemas/fields.ts';

export const faqItem = defineType({
  name: 'faqItem',
  title: 'Question',
  type: 'object',
  fields: [
    line('question', 'As a client would ask it.', { advisedMax: 120 }),
    requiredField('answer', 'Answer in the first sentence, explain after it.', {
      type: 'richText',
    }),
  ],
  preview: { select: { title: 'question' } },
});
