import { defineArrayMember, defineField, defineType } from 'sanity';
import { weekdays } from '#schemas/days.ts';
import { line, validatedLine } from '#schemas/fields.ts';

const timeField = (name: string, title: string) =>
  validatedLine(
    name,
    'The time on a 24-hour clock. For example: 09:00.',
    (time = '') =>
      /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ||
      'Enter the time on a 24-hour clock, for example 09:00 or 18:30.',
    { title },
  );

/** Opening hours of an office, or for search engines, with one entry for all days that have the same hours. */
export const openingHours = defineType({
  name: 'openingHours',
  title: 'Opening hours',
  type: 'object',
  fields: [
    defineField({
      name: 'days',
      type: 'array',
      description: 'The days that have these hours.',
      of: [defineArrayMember({ type: 'string' })],
      options: { list: weekdays.map((day) => ({ value: day, title: day })) },
      validation: (rule) => rule.required().min(1).unique(),
    }),
    timeField('opens', 'Opens'),
    timeField('closes', 'Closes'),
  ],
  preview: {
    select: { opens: 'opens', closes: 'closes', days: 'days' },
    prepare: ({ opens, closes, days }) => ({
      title: `${opens ?? '?'} to ${closes ?? '?'}`,
      subtitle: Array.isArray(days) ? days.join(', ') : undefined,
    }),
  },
});

/** Opening hours as visitors read them. */
export const hoursLine = defineType({
  name: 'hoursLine',
  title: 'Opening hours for visitors',
  type: 'object',
  fields: [
    line('days', 'For example: Mon-Fri.', { title: 'Days' }),
    line('hours', 'For example: 9 AM-6 PM.', { title: 'Hours' }),
  ],
  preview: { select: { title: 'days', subtitle: 'hours' } },
});
