import { ThListIcon } from '@sanity/icons/ThList';
import { defineType } from 'sanity';
import { line, list } from '#schemas/fields.ts';

/** Caption and column headings of a table. */
export const headingFields = [
  line('caption', 'Says what the table compares. Read aloud first by screen readers.', { advisedMax: 90 }),
  line('termHeading', 'For example: When you cancel', { title: 'Heading of the first column' }),
  line('detailHeading', 'For example: What you get back', { title: 'Heading of the second column' }),
];

/** The two texts of a row. */
export const rowFields = [
  line('term', 'The case.', { title: 'First column' }),
  line('detail', 'What applies then.', { title: 'Second column' }),
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
