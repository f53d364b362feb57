import { defineField, defineType } from 'sanity';
import { choice, line, list } from '#schemas/fields.ts';
import { penMarks } from './example-document.ts';

/** Defines the place of a sign's middle, in per cent of the picture's width or height. */
const place = (name: string, title: string) =>
  defineField({ name, title, type: 'number', validation: (rule) => rule.required().min(0).max(100) });

const sign = {
  name: 'streetSign',
  title: 'Sign',
  preview: { title: 'label', subtitle: 'note' },
  fields: [
    line('label', 'Optional. The words on the sign.', { required: false, advisedMax: 30 }),
    choice('mark', 'A pen mark over the words.', { list: penMarks, initialValue: 'none', required: false }),
    line('note', 'Optional. A handwritten note below the words.', { required: false, advisedMax: 50 }),
    defineField({ name: 'link', type: 'link', description: 'Optional. The page that the words open.' }),
    place('x', 'Middle, in per cent from the left'),
    place('y', 'Middle, in per cent from the top'),
    defineField({
      name: 'width',
      title: 'Width of the board, in per cent',
      type: 'number',
      description:
        'Optional, for a board that is narrower than the drawing. Long words become smaller to fit on it.',
      validation: (rule) => rule.min(10).max(100),
    }),
  ],
};

const house = {
  name: 'house',
  title: 'House',
  preview: { title: 'picture.alt', media: 'picture' },
  fields: [
    defineField({
      name: 'picture',
      type: 'picture',
      description:
        'At least 1,200 pixels wide. Leave the boards empty, because the signs are written on them.',
    }),
    choice('readers', 'Readers choose India or the Gulf on the site.', {
      title: 'Shown to',
      list: { everybody: 'Everybody', india: 'Readers in India', gulf: 'Readers in the Gulf' },
      initialValue: 'everybody',
      required: false,
    }),
    list('signs', 'Optional. The words on the boards, with the marks and notes of the pen.', {
      required: false,
      max: 6,
      item: sign,
    }),
  ],
};

export const street = defineType({
  name: 'street',
  title: 'Street',
  type: 'object',
  description: 'Optional. Drawings side by side below the text. They replace what is next to the text.',
  fields: [
    list(
      'houses',
      'From left to right, three at most for the same readers. Phones show them one below the other.',
      {
        required: false,
        max: 6,
        item: house,
      },
    ),
  ],
});
