import { defineField, defineType } from 'sanity';
import { choice, label, line, list } from '#schemas/fields.ts';

const documentKinds = {
  notice: 'Notice with numbered conditions',
  checklist: 'Checklist with dates',
  sums: 'Bill, plan or statement with amounts',
  quotation: 'Quotation: on wide screens, its amounts are one sum across the page',
  results: 'Search results (the title is the search text)',
  calendar: 'Calendar with three entries in each row',
  letter: 'Letter or application',
  chat: 'Chat (lines with a tick are the replies)',
};

const sizes = {
  sheet: 'A sheet next to the text',
  large: 'A large sheet that runs off the edge of the page',
  strip: 'A strip across the page, with the marked line in large type',
};

const penMarks = {
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
    defineField({
      name: 'behind',
      title: 'Document behind it',
      type: 'object',
      description: 'Optional. One line of a second document, which looks out from behind this one.',
      fields: paperLine.fields,
      options: { collapsible: true, collapsed: true },
    }),
    line('stamp', 'Optional. Two or three words, shown at an angle like a rubber stamp.', {
      required: false,
      advisedMax: 24,
    }),
    line('caption', 'Shown above the document. Say what it is and what the reader learns from it.', {
      advisedMax: 110,
    }),
  ],
});
