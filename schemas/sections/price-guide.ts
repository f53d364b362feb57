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
    description: 'Optional. The lowest price, before tax.',
    validation: (rule) => rule.integer().positive(),
  });

export const priceGuide = defineSection({
  name: 'priceGuide',
  title: 'Price guide',
  description: 'The lowest price of each service, what it includes and what changes it.',
  on: ['page'],
  fields: [
    list('prices', 'One price for each service.', {
      max: 16,
      item: {
        name: 'priceItem',
        title: 'Price',
        fields: [
          line('title', 'The service, under the name that clients use.', { title: 'Name', advisedMax: 60 }),
          amount('inr', 'Lowest price, in rupees'),
          amount('aed', 'Lowest price, in dirhams'),
          choice('per', 'The period or unit that this price is for.', {
            list: ['a month', 'a project', 'a bid', 'once'],
            initialValue: 'a month',
            inline: true,
          }),
          points('includes', 'Three to five things that this price includes.', {
            title: 'What is included',
            max: 6,
            advisedMax: 80,
          }),
          points('changes', 'What makes the price higher or lower.', {
            title: 'What changes the price',
            max: 5,
            advisedMax: 80,
          }),
          validatedLine(
            'service',
            'Optional. The service that the enquiry form preselects for visitors who ask for this price. For example: seo.',
            checkServiceValue,
            { required: false },
          ),
          evidenceField('Until the price is confirmed, visitors see a button to ask for it.'),
        ],
        preview: { title: 'title', subtitle: 'per' },
      },
    }),
    requiredField(
      'askAction',
      'Shown instead of a price that is not confirmed. For example: Ask for a price, with a link to the contact page.',
      { title: 'Button instead of a price', type: 'action' },
    ),
    label('fromLabel', 'Label before a price', 'from', 20),
    label('includesLabel', 'Heading: what is included', 'What is included', 40),
    label('changesLabel', 'Heading: what changes the price', 'What changes the price', 40),
    line('note', 'Optional. Shown under the list. For example: a note about taxes or ad spend.', {
      required: false,
      advisedMax: 200,
    }),
  ],
});
