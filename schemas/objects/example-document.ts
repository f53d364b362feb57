import { defineType } from 'sanity';
import { choice, label, line, list } from '#schemas/fields.ts';
import { seriesField } from './picture.ts';

const kinds = {
  notice: 'A notice: numbered conditions',
  checklist: 'A checklist: what is ready, and until when',
  report: 'A report: a line through figures, and entries',
  sums: 'Sums: a bill, a plan, an account',
  results: 'Search results: the title is what was searched for',
  calendar: 'A calendar: three entries a row',
  letter: 'A letter or an application',
  chat: 'A chat: lines with a tick are the answers',
};

const marks = {
  none: 'Nothing',
  circle: 'Circled by the pen',
  underline: 'Underlined by the pen',
  strike: 'Struck out by the pen',
  tick: 'Ticked',
  total: 'A sum, under a line',
};

export const exampleDocument = defineType({
  name: 'paper',
  title: 'Paper',
  type: 'object',
  description: 'A sheet as the agency makes or reads it, made up and marked as an example.',
  fields: [
    choice('kind', 'How the sheet is set.', { title: 'This is', list: kinds, initialValue: 'notice' }),
    label('exampleLabel', 'Word for an example', 'Stands on the sheet and under it.', 'Example', 20),
    line('from', 'Who writes it. Name nobody who exists.', {
      title: 'Letterhead',
      required: false,
      advisedMax: 50,
    }),
    line('title', 'What it is: Notice inviting tender.', { advisedMax: 60 }),
    line('number', 'Its number, its date, or both.', {
      title: 'Number and date',
      required: false,
      advisedMax: 60,
    }),
    { ...seriesField, hidden: ({ parent }) => parent?.kind !== 'report' },
    list('lines', 'In order from the top. A phone shows some eight without scrolling.', {
      max: 16,
      item: {
        name: 'paperLine',
        title: 'Line',
        preview: { title: 'text', subtitle: 'term' },
        fields: [
          line('term', 'Optional. The words before it: a condition, a day, an item.', {
            title: 'First words',
            required: false,
            advisedMax: 60,
          }),
          line('text', 'The words or the figure that a mark goes around.', { advisedMax: 140 }),
          choice('mark', 'By the pen of whoever checks it.', { list: marks, initialValue: 'none' }),
          line('note', 'Optional. Written beside it with the pen.', { required: false, advisedMax: 70 }),
        ],
      },
    }),
    line('stamp', 'Optional. Two or three words, set at an angle.', { required: false, advisedMax: 24 }),
    line('caption', 'Under the sheet: what it is and what the reader learns from it.', { advisedMax: 110 }),
  ],
});
