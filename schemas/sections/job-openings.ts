import { defineField } from 'sanity';
import { label, line, paragraph, requiredField } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const jobOpenings = defineSection({
  name: 'jobOpenings',
  title: 'Job openings',
  description: 'The list of open positions; openings appear and expire by themselves.',
  on: ['page'],
  lists: 'jobOpening',
  fields: [
    requiredField('applyAction', 'For example Apply Now, leading to the contact page.', {
      title: 'Button of each opening',
      type: 'action',
    }),
    line('applyNote', 'Optional. Under the button on an opening’s page: where the CV goes.', {
      title: 'A word about the CV',
      required: false,
      advisedMax: 160,
    }),
    line('contactLabel', 'Over the person to ask, on an opening’s page.', {
      title: 'Words before who to ask',
      required: false,
      initialValue: 'Questions? Ask',
      advisedMax: 40,
    }),
    label('experienceLabel', 'Word before the experience', 'For example Experience.', 'Experience', 24),
    line('postedLabel', 'For example Posted.', {
      title: 'Word before the day of posting',
      required: false,
      initialValue: 'Posted',
      advisedMax: 24,
    }),
    label('closingDateLabel', 'Words before the closing date', 'For example Apply by.', 'Apply by', 24),
    label('skillsLabel', 'Word before the skills', 'On the page of an opening.', 'Skills', 24),
    label(
      'closedText',
      'When an opening is closed',
      'On its page, which stays for those who have kept its address.',
      'This opening is closed.',
      120,
    ),
    paragraph('emptyText', 'Shown in place of the list.', {
      title: 'When nothing is open',
      advisedMax: 200,
      rows: 2,
    }),
    line('otherHeading', 'Optional. For people whose role is not listed.', {
      title: 'Heading for other applicants',
      required: false,
      advisedMax: 70,
    }),
    paragraph('otherText', 'Optional. What they can do.', {
      title: 'Text for other applicants',
      required: false,
      advisedMax: 200,
      rows: 2,
    }),
    defineField({
      name: 'otherAction',
      title: 'Button for other applicants',
      type: 'action',
      description: 'Optional. For example Send Us Your Resume.',
    }),
  ],
});
