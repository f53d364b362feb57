import { label } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const caseStudyList = defineSection({
  name: 'caseStudyList',
  title: 'Case studies',
  description: 'All confirmed case studies. New ones appear automatically.',
  on: ['page'],
  lists: 'caseStudy',
  actions: true,
  fields: [
    label(
      'emptyText',
      'Text when the list is empty',
      'Shown instead of the list while there are no case studies.',
      'The first one is on its way.',
    ),
  ],
});
