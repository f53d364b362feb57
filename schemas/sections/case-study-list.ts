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
    label('clientLabel', 'Word before the client', 'On the page of a case study.', 'Client'),
    label('sectorLabel', 'Word before the trade', 'On the page of a case study.', 'Trade'),
    label('cityLabel', 'Word before the city', 'On the page of a case study.', 'City'),
    label('servicesLabel', 'Words over the services', 'On the page of a case study.', 'What we did'),
  ],
});
