import { defineField, defineType } from 'sanity';
import { choice, label, line, list } from '#schemas/fields.ts';

const documentKinds = {
  notice: 'Notice with numbered conditions',
  checklist: 'Checklist with dates',
  sums: 'Bill or statement with amounts',
  steps: 'Plan on graph paper: a large target, the figures on the way, and a large result',
  quotation: 'Quotation: a sum, and next to it the struck line in very large type',
  results: 'Search results (the title is the search text)',
  calendar: 'Calendar with three entries in each row',
  letter: 'Letter or application',
  chat: 'Chat: messages with sender and time',
};

const sizes = {
  sheet: 'A sheet next to the text',
  strip: 'A strip across the page, with the marked line in large type',
};

export const penMarks = {
  none: 'Nothing',
  circle: 'Circle',
  underline: 'Underline',
  strike: 'Strikethrough',
  tick: 'Tick',
  total: 'Total, below a line',
};

const paperLine = {
  name: 'paperLine',
  title: 'Line',
  preview: { title: 'text', subtitle: 'term' },
  fields: [
    line('term', 'Optional. The start of the line: a condition, a day or an item.', {
      title: 'Start of the line',
      required: false,
      advisedMax: 60,
    }),
    line('text', 'The words or number. The pen mark is drawn over them.', { advisedMax: 140 }),
    choice('mark', 'A pen mark by the person who checks the document.', {
      list: penMarks,
      initialValue: 'none',
    }),
    line('note', 'Optional. A handwritten note next to the line.', { required: false, advisedMax: 70 }),
  ],
};

/** The fields of a document that two documents next to each other do not share. */
const sheetFields = [
  line('from', 'Optional. The sender of the document. Do not name a real person or company.', {
    title: 'Letterhead',
    required: false,
    advisedMax: 50,
  }),
  line('title', 'What the document is. For example: Notice inviting tender.', { advisedMax: 60 }),
  line('number', 'Optional. The number of the document, its date, or both.', {
    title: 'Number and date',
    required: false,
    advisedMax: 60,
  }),
  list('lines', 'The lines from top to bottom. A phone shows about eight without scrolling.', {
    max: 16,
    item: paperLine,
  }),
  line('stamp', 'Optional. Two or three words, shown at an angle like a rubber stamp.', {
    required: false,
    advisedMax: 24,
  }),
];

export const exampleDocument = defineType({
  name: 'paper',
  title: 'Example document',
  type: 'object',
  description: 'A made-up document such as a notice or a bill. It is always marked as an example.',
  fields: [
    choice('kind', 'Sets the layout of the document.', {
      title: 'Type of document',
      list: documentKinds,
      initialValue: 'notice',
    }),
    choice('size', 'How large the document is at the top of a page. Elsewhere it is a sheet.', {
      list: sizes,
      initialValue: 'sheet',
      required: false,
    }),
    label('exampleLabel', 'Label for examples', 'Example', 20),
    ...sheetFields,
    defineField({
      name: 'second',
      title: 'Second document',
      type: 'object',
      description:
        'Optional. A document of the same type next to this one, for example a notice that you would leave.',
      fields: sheetFields,
      options: { collapsible: true, collapsed: true },
    }),
    line('caption', 'Optional. Shown under the document. Say what the reader learns from it.', {
      required: false,
      advisedMax: 110,
    }),
  ],
});
