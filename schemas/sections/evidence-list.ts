import { label } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const evidenceList = defineSection({
  name: 'evidenceList',
  title: 'Sources of figures',
  description: 'Each confirmed figure and promise of Site settings, with its source, date and last day.',
  on: ['page'],
  fields: [
    label('sourceLabel', 'Label before a source', 'Source', 30),
    label('dateLabel', 'Label before the date of the source', 'As of', 30),
    label('untilLabel', 'Label before the last day', 'Valid until', 30),
  ],
});
