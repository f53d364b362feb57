import { line, list } from '#schemas/fields.ts';
import { platformField } from '#schemas/objects/social-link.ts';
import { defineSection } from './define-section.ts';

export const platforms = defineSection({
  name: 'platforms',
  title: 'Platforms',
  description: 'Social platforms with their reach and what we do there.',
  on: ['page'],
  fields: [
    line({
      name: 'usersLabel',
      title: 'Words after the figure',
      description: 'Stands after the number of users: users in India.',
      advisedMax: 30,
    }),
    list({
      name: 'cards',
      title: 'Platforms',
      description: 'One card for each platform.',
      max: 8,
      item: {
        name: 'platformCard',
        title: 'Platform',
        preview: { title: 'name', subtitle: 'users' },
        fields: [
          platformField,
          line({
            name: 'name',
            description: 'As the platform writes it.',
            advisedMax: 30,
          }),
          line({
            name: 'users',
            description: 'With its sign: 500M+.',
            advisedMax: 14,
          }),
          line({
            name: 'focus',
            title: 'What we do there',
            description: 'In one line.',
            advisedMax: 120,
          }),
        ],
      },
    }),
  ],
});
