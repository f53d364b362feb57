import { defineField } from 'sanity';
import { choice, label } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const articleList = defineSection({
  name: 'articleList',
  title: 'Articles',
  description: 'All articles (at most 100), or only the newest. New articles appear automatically.',
  on: ['page'],
  lists: 'article',
  actions: true,
  fields: [
    choice('mode', 'Choose “All” on one page of the site, and “Only the newest” on the other pages.', {
      title: 'Which articles',
      list: { all: 'All, at most 100', newest: 'Only the newest' },
      initialValue: 'newest',
    }),
    defineField({
      name: 'count',
      title: 'Number of articles',
      type: 'number',
      description: 'From 1 to 12.',
      initialValue: 3,
      hidden: ({ parent }) => parent?.mode !== 'newest',
      validation: (rule) => rule.integer().min(1).max(12),
    }),
    label('emptyText', 'Text when the list is empty', 'The first article is on its way.'),
  ],
});
