import { choice, line, list, requiredField } from '#schemas/fields.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { textOf } from '#schemas/property.ts';
import { toolTitles } from '#schemas/tender-choices.ts';
import { defineSection } from './define-section.ts';

type Label = [name: string, title: string, initialValue: string];

const commonLabels: Label[] = [
  ['kindLabel', 'Question: kind of tender', 'What is being bought'],
  ['buyerLabel', 'Question: buyer', 'Who is buying'],
  ['bidderLabel', 'Question: bidder', 'Who is bidding'],
  ['chooseLabel', 'First line of each list', 'Please choose'],
  ['submitLabel', 'Button', 'Show the answer'],
  ['resultHeading', 'Heading of the answer', 'Result'],
  ['decidesText', 'First line of each answer', 'The tender document decides. Check each point there.'],
  ['changeLabel', 'Button that opens the form again', 'Change these answers'],
  [
    'noRuleText',
    'Text when no rule applies',
    'We know no rule for this figure. Only the tender document states it. We can read it with you.',
  ],
  [
    'endedText',
    'Text for an expired rule',
    'This rule has expired. We show no result until we have checked the rule again. Ask us.',
  ],
  ['sourceLabel', 'Label before the source', 'Source'],
  ['checkedLabel', 'Label before the day of the last check', 'checked on'],
  ['untilLabel', 'Label before the last day', 'valid until'],
  ['unconfirmedText', 'Note on a rule that still has something to check', 'Not confirmed at the source yet.'],
];

const toolLabels: Record<string, Label[]> = {
  deposits: [
    ['valueLabel', 'Question: value', 'Estimated value of the tender, in rupees'],
    ['valueHelp', 'Help text for the value', 'As in the notice: 25,00,000 or 25 lakh'],
    ['priceLabel', 'Question: price', 'Your price (optional)'],
    ['exemptText', 'Text for exempt bidders', 'No bid security, if the tender document confirms it'],
  ],
  papers: [
    ['closingLabel', 'Question: closing date', 'Closing date'],
    ['timeLabel', 'Question: closing time', 'Closing time (IST)'],
    ['referenceLabel', 'Question: tender number', 'Tender number (optional)'],
    ['closingText', 'Calendar entry for the closing date', 'Bid closes'],
    ['lateText', 'Text for a start day in the past', 'Start today'],
    ['calendarLabel', 'Calendar button', 'Add these dates to my calendar'],
  ],
  eligibility: [
    ['yesLabel', 'Choice: yes', 'Yes'],
    ['noLabel', 'Choice: no', 'No'],
    ['unsureLabel', 'Choice: not sure', 'Not sure'],
    ['canText', 'Answer: nothing against a bid', 'Nothing in these answers rules out a bid.'],
    ['fixText', 'Answer: points to settle', 'You may be able to bid once these points are settled.'],
    [
      'cannotText',
      'Answer: a point against a bid',
      'On these answers, the buyer would probably reject your bid.',
    ],
    ['metText', 'Label for a met requirement', 'Met'],
    ['failedText', 'Label for a failed requirement', 'Not met'],
    ['openText', 'Label for an open requirement', 'To be settled'],
    ['relaxedText', 'Label for a requirement that may be relaxed', 'May be relaxed for you'],
  ],
};

const labelField = ([name, title, initialValue]: Label, required: boolean) =>
  line(name, undefined, { title, initialValue, required, advisedMax: 120 });

export const tenderTool = defineSection({
  name: 'tenderTool',
  title: 'Tender tool',
  description:
    'A form with questions about a tender. The tender rules give the answer: deposits, documents or eligibility.',
  on: ['page'],
  fieldsets: [{ name: 'labels', title: 'Labels', options: { collapsible: true, collapsed: true } }],
  fields: [
    choice('tool', 'The question that the tool answers.', { list: toolTitles, initialValue: 'deposits' }),
    list('rules', 'The rules that give the answer, in the order in which they are shown.', {
      max: 40,
      item: { to: 'tenderRule' },
    }),
    requiredField('sendAction', 'Opens the enquiry form with the visitor’s input and the answer.', {
      title: 'Button to the enquiry form',
      type: 'action',
    }),
    ...[
      ...commonLabels.map((label) => labelField(label, true)),
      ...Object.entries(toolLabels).flatMap(([tool, own]) =>
        own.map((label) => ({
          ...labelField(label, false),
          hidden: ({ parent }: { parent?: unknown }) => textOf(parent, 'tool') !== tool,
        })),
      ),
    ].map((field) => ({ ...field, fieldset: 'labels' })),
    ...artFields,
  ],
});
