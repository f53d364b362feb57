import { ThListIcon } from '@sanity/icons/ThList';
import { defineType } from 'sanity';
import { line, list } from '#schemas/fields.ts';

/** Caption and column headings of a table. */
export const headingFields = [
  line('caption', 'Says what the table compares. Screen readers read it first.', { advisedMax: 90 }),
  line('termHeading', 'For example: When you cancel.', { title: 'Heading of the first column' }),
  line('detailHeading', 'For example: What you get back.', { title: 'Heading of the second column' }),
];

export const rowFields = [
  line('term', 'The case that this row is about.', { title: 'First column' }),
  line('detail', 'What applies in this case.', { title: 'Second column' }),
];

export const factTable = defineType({
  name: 'factTable',
  title: 'Table of terms',
  type: 'object',
  icon: ThListIcon,
  fields: [
    ...headingFields,
    list('rows', 'One row for each case.', {
      item: {
        name: 'factRow',
        title: 'Row',
        preview: { title: 'term', subtitle: 'detail' },
        fields: rowFields,
      },
    }),
  ],
  preview: { select: { title: 'caption' } },
});
