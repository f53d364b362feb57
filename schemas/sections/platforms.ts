import { ShareIcon } from '@sanity/icons/Share';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line } from '#schemas/fields.ts';
import { platformField } from '#schemas/objects/social-link.ts';

/** Social platforms with their reach and what we do there. */
export const platforms = defineType({
  name: 'platforms',
  title: 'Platforms',
  type: 'object',
  icon: ShareIcon,
  fields: [
    ...headingFields(),
    line({
      name: 'usersLabel',
      title: 'Words after the figure',
      description: 'Stands after the number of users: users in India.',
      required: true,
      advisedMax: 30,
    }),
    defineField({
      name: 'cards',
      title: 'Platforms',
      type: 'array',
      description: 'One card for each platform.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'platformCard',
          title: 'Platform',
          fields: [
            platformField(),
            line({
              name: 'name',
              title: 'Name',
              description: 'As the platform writes it.',
              required: true,
              advisedMax: 30,
            }),
            line({
              name: 'users',
              title: 'Users',
              description: 'With its sign: 500M+.',
              required: true,
              advisedMax: 14,
            }),
            line({
              name: 'focus',
              title: 'What we do there',
              description: 'In one line.',
              required: true,
              advisedMax: 120,
            }),
          ],
          preview: { select: { title: 'name', subtitle: 'users' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(8),
    }),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Platforms', subtitle: 'Platforms' }),
  },
});
