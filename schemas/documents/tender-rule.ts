import { BillIcon } from '@sanity/icons/Bill';
import { defineArrayMember, defineField } from 'sanity';
import { choice, line, optionsOf, paragraph, requiredField, toggle, validatedLine } from '#schemas/fields.ts';
import { checkWebAddress } from '#schemas/link-rules.ts';
import { textOf } from '#schemas/property.ts';
import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';
import { defineDocument } from './define-document.ts';

const ruleUses = {
  bidSecurity: 'Bid security: a share of the estimated value',
  performanceSecurity: 'Performance security: a share of the contract value',
  exemption: 'Exemption from bid security',
  paper: 'A paper that a bid needs',
  question: 'A question of eligibility',
};

const shownForUse = (use: RegExp) => ({
  hidden: ({ parent }: { parent?: unknown }) => !use.test(textOf(parent, 'use') ?? ''),
});

const multipleChoice = (name: string, titles: Record<string, string>, description: string, title?: string) =>
  defineField({
    ...(title ? { title } : {}),
    name,
    description,
    type: 'array',
    of: [defineArrayMember({ type: 'string' })],
    options: { list: optionsOf(titles) },
  });

const percentField = (name: string, title: string, description: string) =>
  defineField({
    name,
    title,
    description,
    type: 'number',
    ...shownForUse(/Security$/),
    validation: (rule) =>
      rule
        .precision(2)
        .min(0)
        .max(100)
        .custom((value, { document }) =>
          value === undefined && /Security$/.test(textOf(document, 'use') ?? '')
            ? 'Give the per cent that the source names.'
            : true,
        ),
  });

export const tenderRule = defineDocument({
  name: 'tenderRule',
  title: 'Tender rule',
  icon: BillIcon,
  list: { title: 'Tender rules', group: 'rules', orderBy: 'until' },
  fieldsets: [{ name: 'source', title: 'Where it is written, and how long it holds' }],
  fields: [
    choice('use', 'Which part of the tender tools it serves.', {
      title: 'Serves as',
      list: ruleUses,
      initialValue: 'paper',
    }),
    line('name', 'What the visitor reads first. A question: with its question mark.', { advisedMax: 140 }),
    paragraph(
      'text',
      'One or two sentences: what it covers, what to do. Of a question: why the bid fails otherwise.',
      { advisedMax: 320 },
    ),
    multipleChoice('kinds', kindTitles, 'What is bought. None ticked: all.'),
    multipleChoice('buyers', buyerTitles, 'Who buys. None ticked: all.'),
    multipleChoice('bidders', bidderTitles, 'Whom it is for. None ticked: all.'),
    percentField('low', 'Lowest per cent', 'With at most two decimals: 2 or 2.5.'),
    percentField('high', 'Highest per cent', 'The same as the lowest where the rule names one figure.'),
    defineField({
      name: 'days',
      title: 'Days before the closing date',
      type: 'number',
      description: 'When to begin with this paper.',
      initialValue: 7,
      ...shownForUse(/^paper$/),
      validation: (rule) => rule.integer().min(0).max(365),
    }),
    {
      ...choice('wanted', 'The answer with which a bid may go on.', {
        title: 'Right answer',
        list: ['yes', 'no'],
        initialValue: 'yes',
        isHorizontal: true,
      }),
      ...shownForUse(/^question$/),
      validation: undefined,
    },
    {
      ...toggle('isMust', 'Without it no bid', 'Off: it can still be put right before the closing date.'),
      ...shownForUse(/^question$/),
    },
    {
      ...multipleChoice(
        'relaxedFor',
        bidderTitles,
        'For whom the buyer may relax it; they are told to look.',
        'May be relaxed for',
      ),
      ...shownForUse(/^question$/),
    },
    line('source', 'The rule, order or page: GFR 2017, rule 170 (i).', { advisedMax: 120 }),
    requiredField('sourceDate', 'The day of the source, or on which it was last changed.', {
      title: 'Dated',
      type: 'date',
    }),
    validatedLine('sourceUrl', 'Where it can be read: https://…', checkWebAddress, { title: 'Address' }),
    requiredField(
      'until',
      'Its last day. Afterwards the tools show no figure of it and lead to you. Look it up again before, then move the day.',
      { title: 'Holds until', type: 'date' },
    ),
  ].map((field) => (/^(?:source|until)/.test(field.name) ? { ...field, fieldset: 'source' } : field)),
  preview: {
    select: { title: 'name', use: 'use', until: 'until' },
    prepare: ({ title, use, until }) => ({ title, subtitle: `${until ?? 'no end'} · ${use}` }),
  },
});
