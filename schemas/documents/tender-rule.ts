import { BillIcon } from '@sanity/icons/Bill';
import { defineArrayMember, defineField } from 'sanity';
import { formatDay } from '#schemas/days.ts';
import { choice, day, line, paragraph, toggle, toOptions, validatedLine } from '#schemas/fields.ts';
import { checkWebAddress } from '#schemas/link-rules.ts';
import { textOf } from '#schemas/property.ts';
import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';
import { defineDocument } from './define-document.ts';

const ruleUses = {
  bidSecurity: 'Bid security: a share of the estimated value',
  performanceSecurity: 'Performance security: a share of the contract value',
  exemption: 'Exemption from bid security',
  paper: 'Document that a bid needs',
  question: 'Eligibility question',
  relaxation: 'Relaxation of an eligibility question',
  notice: 'Notice at the top of the answer',
};

const shownForUse = (use: RegExp) => ({
  hidden: ({ parent }: { parent?: unknown }) => !use.test(textOf(parent, 'use') ?? ''),
});

const sourceFields = /^(?:source|checkedOn|until|toCheck)/;

const multipleChoice = (name: string, titles: Record<string, string>, description: string) =>
  defineField({
    name,
    description,
    type: 'array',
    of: [defineArrayMember({ type: 'string' })],
    options: { list: toOptions(titles) },
  });

const percentField = (name: string, title: string, description: string) =>
  defineField({
    name,
    title,
    description,
    type: 'number',
    ...shownForUse(/Security$/),
    validation: (rule) => rule.precision(2).min(0).max(100),
  });

export const tenderRule = defineDocument({
  name: 'tenderRule',
  title: 'Tender rule',
  icon: BillIcon,
  list: { title: 'Tender rules', group: 'rules', orderBy: 'until' },
  fieldsets: [{ name: 'source', title: 'Source and validity' }],
  fields: [
    choice('use', 'Which part of the tender tools uses this rule.', {
      title: 'Used as',
      list: ruleUses,
      initialValue: 'paper',
    }),
    line(
      'name',
      'The first line that visitors read. For an eligibility question, write the whole question with its question mark.',
      { advisedMax: 140 },
    ),
    paragraph(
      'text',
      'One or two sentences: what the rule covers and what to do. For an eligibility question, say why a wrong answer rules out a bid. For a notice, say what the tools cannot answer and what you do by hand.',
      { advisedMax: 320 },
    ),
    paragraph('exceptions', 'Who or what the rule does not cover. Visitors read this before the answer.', {
      rows: 2,
      required: false,
      advisedMax: 160,
    }),
    multipleChoice('kinds', kindTitles, 'What is bought. Tick nothing if the rule applies to all kinds.'),
    multipleChoice('buyers', buyerTitles, 'Who buys. Tick nothing if the rule applies to all buyers.'),
    multipleChoice('bidders', bidderTitles, 'Who bids. Tick nothing if the rule applies to all bidders.'),
    percentField(
      'low',
      'Lowest percentage',
      'At most two decimals, for example 2.5. If the source states none, leave both empty: the tool then shows the text without a figure.',
    ),
    percentField('high', 'Highest percentage', 'If there is only one percentage, enter it here too.'),
    defineField({
      name: 'days',
      title: 'Days before the closing date',
      type: 'number',
      description: 'How many days before the closing date the bidder should start on this document.',
      initialValue: 7,
      ...shownForUse(/^paper$/),
      validation: (rule) => rule.integer().min(0).max(365),
    }),
    {
      ...choice('wanted', 'The answer that meets the requirement.', {
        title: 'Right answer',
        list: ['yes', 'no'],
        initialValue: 'yes',
        inline: true,
      }),
      ...shownForUse(/^question$/),
      validation: undefined,
    },
    {
      ...toggle(
        'isMust',
        'Required to bid',
        'On: a wrong answer rules out a bid. Off: the bidder can still fix this before the closing date.',
      ),
      ...shownForUse(/^question$/),
    },
    {
      ...toggle(
        'mayBeRelaxed',
        'May be relaxed',
        'On: if a rule of the kind “Relaxation” fits the tender and the bidder, a wrong answer does not rule out a bid. Without a valid relaxation for the buyer, the point stays open.',
      ),
      ...shownForUse(/^question$/),
    },
    line('source', 'The rule, order or page. For example: GFR 2017, rule 170 (i).', { advisedMax: 120 }),
    day(
      'sourceDate',
      'The date of the source, or of its last change. Leave it empty if you know only the year.',
      { title: 'Dated', required: false },
    ),
    validatedLine('sourceUrl', 'The web address of the source: https://…', checkWebAddress, {
      title: 'Address',
    }),
    day('checkedOn', 'The day on which somebody last compared this rule with its source.'),
    day(
      'until',
      'The last day on which the tools use this rule. After that day, they show no figure and refer visitors to you. Enter the end that the source states, or the day of your next check. Spread these days over the year.',
      { title: 'Valid until' },
    ),
    defineField({
      name: 'toCheck',
      title: 'Still to check',
      type: 'text',
      rows: 2,
      description:
        'What nobody has confirmed at the source yet. While this is filled in, visitors read that the rule is not confirmed, and the launch checklist lists it.',
    }),
  ].map((field) => (sourceFields.test(field.name) ? { ...field, fieldset: 'source' } : field)),
  preview: {
    select: { title: 'name', use: 'use', until: 'until' },
    prepare: ({ title, use, until }) => ({
      title,
      subtitle: `${until ? formatDay(until) : 'no end date'} · ${textOf(ruleUses, use)}`,
    }),
  },
});
