import { ThListIcon } from '@sanity/icons/ThList';
import { type CustomValidator, defineField, defineType } from 'sanity';
import { list, toggle } from '#schemas/fields.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { headingFields, rowFields } from './fact-table.ts';

const columns = (row: unknown) => ({
  lastDay: propertyOf(row, 'lastDay'),
  percent: propertyOf(row, 'percent'),
  detail: textOf(row, 'detail') ?? '',
});

/** Refuses unsorted rows, a `lastDay` in the final row, and a text whose percentage differs from its row's number. */
const checkRows: CustomValidator<unknown[] | undefined> = (rows = []) => {
  if (rows.length === 0) return true;
  const checked = rows.map(columns);
  const ends = checked.map(({ lastDay }) =>
    typeof lastDay === 'number' ? lastDay : Number.POSITIVE_INFINITY,
  );
  if (ends.some((end, index) => index > 0 && end <= (ends[index - 1] ?? 0)))
    return 'Sort the rows by “Last day”. Only the last row can leave it empty.';
  if (ends.at(-1) !== Number.POSITIVE_INFINITY)
    return 'In the last row, leave “Last day” empty, so that the table covers every day.';
  const differing = checked.find(({ percent, detail }) => {
    const named = [...detail.matchAll(/(\d+(?:\.\d+)?)\s*%/g)].map(([, number]) => Number(number));
    return (
      typeof percent === 'number' &&
      named.length > 0 &&
      !named.some((one) => one === percent || one === 100 - percent)
    );
  });
  return differing
    ? `“${differing.detail}” does not match ${String(differing.percent)}%. Change one of them. Visitors read the text, and the refund dialog proposes the number.`
    : true;
};

/** A table of refund terms. The numbers in its rows are what the refund dialog proposes. */
export const refundTerms = defineType({
  name: 'refundTerms',
  title: 'Table of refunds',
  type: 'object',
  icon: ThListIcon,
  description: 'Visitors read this table, and the refund dialog under Payments proposes its percentages.',
  fields: [
    ...headingFields,
    list('rows', 'One row for each period, the earliest first.', {
      check: checkRows,
      item: {
        name: 'refundRow',
        title: 'Row',
        preview: { title: 'term', subtitle: 'detail' },
        fields: [
          ...rowFields,
          defineField({
            name: 'lastDay',
            title: 'Last day',
            type: 'number',
            description:
              'The last day on which this row applies, counted from the start of the project (day 0). Enter -1 for the time before the start. In the last row, leave this field empty.',
            validation: (rule) => rule.integer().min(-1).max(3650),
          }),
          defineField({
            name: 'percent',
            title: 'Percentage',
            type: 'number',
            description: 'The percentage of the payment that the customer gets back.',
            validation: (rule) => rule.required().min(0).max(100).precision(2),
          }),
        ],
      },
    }),
    toggle(
      'deductsFees',
      'Deduct gateway fees',
      'On: the refund dialog subtracts the gateway fees from its proposal. The clause on gateway fees must say the same.',
    ),
  ],
  preview: { select: { title: 'caption' } },
});
