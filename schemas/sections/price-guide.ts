import { defineField } from 'sanity';
import { choice, label, line, list, points, requiredField, validatedLine } from '#schemas/fields.ts';
import { evidenceField } from '#schemas/objects/evidence.ts';
import { checkServiceValue } from '#schemas/text-rules.ts';
import { defineSection } from './define-section.ts';

const amount = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'number',
    description: 'Optional. The least it costs, before tax.',
    validation: (rule) => rule.integer().positive(),
  });

export const priceGuide = defineSection({
  name: 'priceGuide',
  title: 'Price guide',
  description: 'From what a service costs, what is in it and what changes it.',
  on: ['page'],
  fields: [
    list('prices', 'One for each thing that is paid for.', {
      max: 16,
      item: {
        name: 'priceItem',
        title: 'Price',
        fields: [
          line('title', 'The service as clients call it.', { title: 'Name', advisedMax: 60 }),
          amount('inr', 'From, in rupees'),
          amount('aed', 'From, in dirhams'),
          choice('per', 'For what this is paid.', {
            list: ['a month', 'a project', 'a bid', 'once'],
            initialValue: 'a month',
            isHorizontal: true,
          }),
          points('includes', 'Three to five things that this price holds.', {
            title: 'What is in it',
            max: 6,
            advisedMax: 80,
          }),
          points('changes', 'What makes it more or less.', {
            title: 'What changes it',
            max: 5,
            advisedMax: 80,
          }),
          validatedLine(
            'service',
            'What the enquiry form chooses for whoever asks: seo, tender-services.',
            checkServiceValue,
            { required: false },
          ),
          evidenceField('Until it is confirmed, the button to ask for a price stands in its place.'),
        ],
        preview: { title: 'title', subtitle: 'per' },
      },
    }),
    requiredField('askAction', 'For example Ask for a price, leading to the contact page.', {
      title: 'Button in place of a price',
      type: 'action',
    }),
    label('fromLabel', 'Word before a figure', 'For example from.', 'from', 20),
    label('includesLabel', 'Over what is in it', 'For example What is in it.', 'What is in it', 40),
    label('changesLabel', 'Over what changes it', 'For example What changes it.', 'What changes it', 40),
    line('note', 'Optional. Under the list: taxes, ad spend.', { required: false, advisedMax: 200 }),
  ],
});
