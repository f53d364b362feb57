import { choice, line, list, requiredField } from '#schemas/fields.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { textOf } from '#schemas/property.ts';
import { toolTitles } from '#schemas/tender-choices.ts';
import { defineSection } from './define-section.ts';

type Label = [name: string, title: string, initialValue: string];

const commonLabels: Label[] = [
  ['kindLabel', 'Question: what', 'What is bought'],
  ['buyerLabel', 'Question: by whom', 'Who buys'],
  ['bidderLabel', 'Question: from whom', 'Who are you'],
  ['chooseLabel', 'Nothing chosen yet', 'Please choose'],
  ['submitLabel', 'Button', 'Show the answer'],
  ['resultHeading', 'Over the answer', 'The answer'],
  [
    'noRuleText',
    'Where no rule fits',
    'This buyer sets its own terms. They are in the tender document; we read it with you.',
  ],
  [
    'endedText',
    'Of a rule past its end',
    'This rule is past its end, so we show no figure until it has been looked up again. Ask us.',
  ],
  ['sourceLabel', 'Before a source', 'Source'],
  ['untilLabel', 'Before an end', 'holds until'],
];

const toolLabels: Record<string, Label[]> = {
  deposits: [
    ['valueLabel', 'Question: value', 'Estimated value of the tender, in rupees'],
    ['valueHelp', 'Help with the value', 'As in the notice: 25,00,000 or 25 lakh'],
    ['priceLabel', 'Question: price', 'Your own price, if you know it'],
    ['exemptText', 'For the exempt', 'Nothing to pay'],
  ],
  papers: [
    ['closingLabel', 'Question: day', 'Closing date'],
    ['timeLabel', 'Question: time', 'Closing time, in India'],
    ['referenceLabel', 'Question: number', 'Tender number, if you like'],
    ['closingText', 'Entry of the closing', 'Bid closes'],
    ['lateText', 'Of a day that is past', 'Begin today'],
    ['calendarLabel', 'Calendar button', 'Put these dates into my calendar'],
  ],
  eligibility: [
    ['yesLabel', 'Yes', 'Yes'],
    ['noLabel', 'No', 'No'],
    ['unsureLabel', 'Not sure', 'Not sure'],
    ['canText', 'Answer: yes', 'On these answers you can bid.'],
    ['fixText', 'Answer: not yet', 'You can probably bid, once these points are settled.'],
    ['cannotText', 'Answer: no', 'On these answers a bid would be rejected.'],
    ['metText', 'Of a point in order', 'In order'],
    ['failedText', 'Of a point that fails', 'Not met'],
    ['openText', 'Of a point to settle', 'To settle'],
    ['relaxedText', 'Of a point that may be relaxed', 'May be relaxed for you'],
  ],
};

const labelField = ([name, title, initialValue]: Label, required: boolean) =>
  line(name, 'Words of the form or its answer.', { title, initialValue, required, advisedMax: 120 });

export const tenderTool = defineSection({
  name: 'tenderTool',
  title: 'Tender tool',
  description: 'Questions about a tender, answered by the tender rules: deposits, papers or eligibility.',
  on: ['page'],
  fieldsets: [{ name: 'words', title: 'Words', options: { collapsible: true, collapsed: true } }],
  fields: [
    choice('tool', 'What it answers.', { list: toolTitles, initialValue: 'deposits' }),
    list('rules', 'The rules by which it answers, in the order in which they are shown.', {
      max: 40,
      item: { to: 'tenderRule' },
    }),
    requiredField(
      'sendAction',
      'Under the answer: sends it to you by the enquiry form, with what was typed.',
      {
        title: 'Button to the enquiry form',
        type: 'action',
      },
    ),
    ...[
      ...commonLabels.map((word) => labelField(word, true)),
      ...Object.entries(toolLabels).flatMap(([tool, own]) =>
        own.map((word) => ({
          ...labelField(word, false),
          hidden: ({ parent }: { parent?: unknown }) => textOf(parent, 'tool') !== tool,
        })),
      ),
    ].map((field) => ({ ...field, fieldset: 'words' })),
    ...artFields,
  ],
});
