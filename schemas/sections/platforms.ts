import { line, list } from '#schemas/fields.ts';
import { platformField } from '#schemas/objects/social-link.ts';
import { defineSection } from './define-section.ts';

export const platforms = defineSection({
  name: 'platforms',
  title: 'Platforms',
  description: 'Social platforms with their number of users and what we do there.',
  on: ['page'],
  fields: [
    line('usersLabel', 'Shown after the number of users. For example: users in India, 2026.', {
      title: 'Label after the figure',
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
          line('name', 'The name as the platform writes it.', { advisedMax: 30 }),
          line('users', 'The number of users, with a plus sign if needed. For example: 500M+.', {
            advisedMax: 14,
          }),
          line('focus', 'One line that says what we do on this platform.', {
            title: 'What we do there',
            advisedMax: 120,
          }),
        ],
      },
    }),
  ],
});
