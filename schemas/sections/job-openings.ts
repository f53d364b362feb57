import { defineField } from 'sanity';
import { label, line, optionalLabel, paragraph, requiredField } from '#schemas/fields.ts';
import { applicationLabels } from './application-labels.ts';
import { defineSection } from './define-section.ts';

export const jobOpenings = defineSection({
  name: 'jobOpenings',
  title: 'Job openings',
  description: 'The list of open positions. New openings appear and closed ones disappear automatically.',
  on: ['page'],
  lists: 'jobOpening',
  fieldsets: [
    {
      name: 'form',
      title: 'Application form of each opening',
      options: { collapsible: true, collapsed: true },
    },
  ],
  fields: [
    requiredField('applyAction', 'For example: Apply Now, with a link to the contact page.', {
      title: 'Button for each opening',
      type: 'action',
    }),
    line('applyNote', 'Optional. Shown under the button on the page of an opening. Say where the CV goes.', {
      title: 'Note about the CV',
      required: false,
      advisedMax: 160,
    }),
    optionalLabel('contactLabel', 'Label before the contact person', 'Questions? Ask', 40),
    label('experienceLabel', 'Label before the experience', 'Experience', 24),
    optionalLabel('postedLabel', 'Label before the posting date', 'Posted', 24),
    label('closingDateLabel', 'Label before the closing date', 'Apply by', 24),
    label('decisionLabel', 'Heading of the steps to a decision', 'How we decide', 40),
    label('skillsLabel', 'Label before the skills', 'Skills', 24),
    label('closedText', 'Text on the page of a closed opening', 'This opening is closed.', 120),
    ...Object.entries(applicationLabels).map(([name, [title, text]]) => ({
      ...optionalLabel(name, title, text, 60),
      fieldset: 'form',
    })),
    paragraph('emptyText', 'Shown instead of the list while no position is open.', {
      title: 'Text when the list is empty',
      advisedMax: 200,
      rows: 2,
    }),
    line('otherHeading', 'Optional. For people who want a position that is not in the list.', {
      title: 'Heading for other applicants',
      required: false,
      advisedMax: 70,
    }),
    paragraph('otherText', 'Optional. Says what these people can do.', {
      title: 'Text for other applicants',
      required: false,
      advisedMax: 200,
      rows: 2,
    }),
    defineField({
      name: 'otherAction',
      title: 'Button for other applicants',
      type: 'action',
      description: 'Optional. For example: Send Us Your Resume.',
    }),
  ],
});
