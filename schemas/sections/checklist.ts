import { TaskIcon } from '@sanity/icons/Task';
import { anchorField, headingFields, line, list, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { artFields } from '#schemas/objects/picture.ts';
import { defineSection } from './define-section.ts';

export const checklist = defineSection({
  name: 'checklist',
  title: 'Checklist',
  description: 'A list of reasons or benefits, each with a tick.',
  icon: TaskIcon,
  thumbnail: new URL('./checklist.svg', import.meta.url),
  on: ['page', 'cityPage'],
  fields: [
    ...headingFields(),
    list({
      name: 'points',
      title: 'Points',
      description: 'One point a line, the benefit first.',
      max: 16,
      item: {
        name: 'checklistPoint',
        title: 'Point',
        preview: { title: 'title', subtitle: 'text' },
        fields: [
          line({
            name: 'title',
            title: 'Point',
            description: 'The point in one line.',
            required: true,
            advisedMax: 90,
          }),
          paragraph({
            name: 'text',
            title: 'Explanation',
            description: 'Optional. One or two sentences.',
            advisedMax: 240,
            rows: 2,
          }),
        ],
      },
    }),
    ...artFields(),
    actionsField(),
    anchorField(),
  ],
});
