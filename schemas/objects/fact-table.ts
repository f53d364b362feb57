import { ThListIcon } from '@sanity/icons/ThList';
import { defineType } from 'sanity';
import { line, list } from '#schemas/fields.ts';

/** A small table of two columns, for terms that are compared: when you cancel, what you get back. */
export const factTable = defineType({
  name: 'factTable',
  title: 'Table of terms',
  type: 'object',
  icon: ThListIcon,
  fields: [
    line({
      name: 'caption',
      description: 'Says what the table compares. Read aloud first by screen readers.',
      advisedMax: 90,
    }),
    line({
      name: 'termHeading',
      title: 'Heading of the first column',
      description: 'For example: When you cancel',
    }),
    line({
      name: 'detailHeading',
      title: 'Heading of the second column',
      description: 'For example: What you get back',
    }),
    list({
      name: 'rows',
      description: 'One row for each case.',
      item: {
        name: 'factRow',
        title: 'Row',
        preview: { title: 'term', subtitle: 'detail' },
        fields: [
          line({ name: 'term', title: 'First column', description: 'The case.' }),
          line({
            name: 'detail',
            title: 'Second column',
            description: 'What applies then.',
          }),
        ],
      },
    }),
  ],
  preview: { select: { title: 'caption' } },
});
