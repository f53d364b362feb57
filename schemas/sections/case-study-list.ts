import { defineSection } from './define-section.ts';

export const caseStudyList = defineSection({
  name: 'caseStudyList',
  title: 'Case studies',
  description: 'All confirmed case studies. New ones appear automatically.',
  on: ['page'],
  lists: 'caseStudy',
  actions: true,
  fields: [],
});
