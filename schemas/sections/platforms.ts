import { line, list } from '#schemas/fields.ts';
import { platformField } from '#schemas/objects/social-link.ts';
import { defineSection } from './define-section.ts';

export const platforms = defineSection({
  name: 'platforms',
  title: 'Platforms',
  description: 'Social platforms with their reach and what we do there.',
  on: ['page'],
  fields: [
    line('usersLabel', 'Stands after the number of users: users in India.', {
      title: 'Words after the figure',
      advisedMax: 30,
    }),
    list('cards', 'One card for each platform.', {
      title: 'Platforms',
      max: 8,
      item: {
        name: 'platformCard',
        title: 'Platform',
        preview: { title: 'name', subtitle: 'users' },
        fields: [
          platformField,
          line('name', 'As the platform writes it.', { advisedMax: 30 }),
          line('users', 'With its sign: 500M+.', { advisedMax: 14 }),
          line('focus', 'In one line.', { title: 'What we do there', advisedMax: 120 }),
        ],
      },
    }),
  ],
});
