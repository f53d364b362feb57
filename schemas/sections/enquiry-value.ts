import { label, line, requiredField } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

const example = (name: string, title: string, initialValue: number) =>
  requiredField(name, 'Shown until a visitor enters figures.', { title, type: 'number', initialValue });

export const enquiryValue = defineSection({
  name: 'enquiryValue',
  title: 'Value of an enquiry',
  description: 'A form that computes what one more enquiry is worth, and when a budget pays for itself.',
  on: ['page'],
  fieldsets: [{ name: 'example', title: 'Example figures', options: { columns: 2 } }],
  fields: [
    label('enquiriesLabel', 'Question: enquiries', 'Enquiries a month'),
    label('shareLabel', 'Question: share in per cent', 'Of 100 enquiries, how many become customers?'),
    label('valueLabel', 'Question: value', 'Value of one customer'),
    label('spendLabel', 'Question: budget', 'What you would spend a month'),
    label('currencyLabel', 'Question: currency', 'Amounts in'),
    label('rupeesLabel', 'Choice: rupees', 'rupees', 20),
    label('dirhamsLabel', 'Choice: dirhams', 'dirhams', 20),
    label('submitLabel', 'Button', 'Show the result', 30),
    label('exampleLabel', 'Label of the example’s result', 'Example'),
    label('resultLabel', 'Label of the visitor’s result', 'Your figures'),
    line(
      'resultText',
      'One sentence. {worth} is the value of one enquiry, {spend} the budget, {more} the enquiries that pay for it, and {now} today’s enquiries.',
      {
        title: 'Result',
        initialValue:
          'One more enquiry is worth {worth} to you. {spend} a month pays for itself with {more} more enquiries a month, in addition to your {now}.',
        advisedMax: 200,
      },
    ),
    label('spendMark', 'Label of the budget in the drawing', 'your spend', 30),
    label('moreMark', 'Unit below the numbers of the drawing', 'more enquiries a month', 30),
    line('assumptions', 'What the arithmetic leaves out.', {
      title: 'Assumptions',
      initialValue:
        'Arithmetic with your own figures, not a promise. It assumes that new enquiries become customers as often as today’s, and that a customer’s value is what is left after the cost of serving them.',
      advisedMax: 300,
    }),
    ...[
      example('exampleEnquiries', 'Enquiries a month', 40),
      example('exampleShare', 'Customers of 100 enquiries', 10),
      example('exampleValue', 'Value of one customer', 25_000),
      example('exampleSpend', 'Budget a month', 50_000),
    ].map((field) => ({ ...field, fieldset: 'example' })),
  ],
});
