import { defineArrayMember, defineField, defineType } from 'sanity';
import { weekdays } from '#schemas/days.ts';
import { line, validatedLine } from '#schemas/fields.ts';

const timeField = (name: string, title: string) =>
  validatedLine(
    name,
    'Time of day on a 24-hour clock: 09:00.',
    (time = '') => /^([01]\d|2[0-3]):[0-5]\d$/.test(time) || 'Write the time as 09:00 or 18:30.',
    { title },
  );

/** For search engines, one entry for days with equal hours. */
export const openingHours = defineType({
  name: 'openingHours',
  title: 'Opening hours',
  type: 'object',
  fields: [
    defineField({
      name: 'days',
      type: 'array',
      description: 'The days with these hours.',
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

/** For visitors, in words. */
export const hoursLine = defineType({
  name: 'hoursLine',
  title: 'Hours in words',
  type: 'object',
  fields: [
    line('days', 'For example Mon-Fri.', { title: 'Days' }),
    line('hours', 'For example 9 AM-6 PM.', { title: 'Hours' }),
  ],
  preview: { select: { title: 'days', subtitle: 'hours' } },
});
