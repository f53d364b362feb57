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

/** Refuses rows out of order, a gap at the end, and a text that names another share than the number. */
const checkRows: CustomValidator<unknown[] | undefined> = (rows = []) => {
  if (rows.length === 0) return true;
  const checked = rows.map(columns);
  const ends = checked.map(({ lastDay }) =>
    typeof lastDay === 'number' ? lastDay : Number.POSITIVE_INFINITY,
  );
  if (ends.some((end, index) => index > 0 && end <= (ends[index - 1] ?? 0)))
    return 'Put the rows in the order of their last days. Only the last row has none.';
  if (ends.at(-1) !== Number.POSITIVE_INFINITY)
    return 'Leave the last day of the last row empty, so that a row applies to every day.';
  const differing = checked.find(({ percent, detail }) => {
    const named = [...detail.matchAll(/(\d+(?:\.\d+)?)\s*%/g)].map(([, number]) => Number(number));
    return (
      typeof percent === 'number' &&
      named.length > 0 &&
      !named.some((one) => one === percent || one === 100 - percent)
    );
  });
  return differing
    ? `“${differing.detail}” and ${String(differing.percent)}% differ. Visitors read the text, and the Studio proposes the number.`
    : true;
};

/** A table of terms whose rows also say in numbers what the Studio's refund dialog proposes. */
export const refundTerms = defineType({
  name: 'refundTerms',
  title: 'Table of refunds',
  type: 'object',
  icon: ThListIcon,
  description: 'Visitors read it, and the refund dialog under Payments proposes what it says.',
  fields: [
    ...headingFields,
    list('rows', 'One row for each span of days, the earliest first.', {
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
              'Counted from the start of the project, which is day 0. -1: the row applies before the start. Empty: no last day.',
            validation: (rule) => rule.integer().min(-1).max(3650),
          }),
          defineField({
            name: 'percent',
            title: 'Per cent',
            type: 'number',
            description: 'The share of the payment that the customer gets back.',
            validation: (rule) => rule.required().min(0).max(100).precision(2),
          }),
        ],
      },
    }),
    toggle(
      'deductsFees',
      'Gateway fees are deducted',
      'As the clause on gateway fees says: the refund dialog then proposes that much less.',
    ),
  ],
  preview: { select: { title: 'caption' } },
});
