import { label } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const caseStudyList = defineSection({
  name: 'caseStudyList',
  title: 'Work',
  description: 'All case studies that are confirmed. New ones appear by themselves.',
  on: ['page'],
  lists: 'caseStudy',
  actions: true,
  fields: [
    label('emptyText', 'While there is none', 'Shown in place of the list.', 'The first one is on its way.'),
  ],
});
