import { defineField } from 'sanity';
import { choice, label } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const articleList = defineSection({
  name: 'articleList',
  title: 'Articles',
  description: 'All articles on pages of twelve, or the newest few. New ones appear by themselves.',
  on: ['page'],
  lists: 'article',
  actions: true,
  fields: [
    choice('mode', 'One page of the site should show all of them.', {
      title: 'Which articles',
      list: { all: 'All, twelve a page', newest: 'The newest' },
      initialValue: 'newest',
    }),
    defineField({
      name: 'count',
      title: 'How many',
      type: 'number',
      description: 'From 1 to 12.',
      initialValue: 3,
      hidden: ({ parent }) => parent?.mode !== 'newest',
      validation: (rule) => rule.integer().min(1).max(12),
    }),
    label(
      'newerLabel',
      'Link to newer articles',
      'Under the list, where there is more than one page.',
      'Newer',
    ),
    label(
      'olderLabel',
      'Link to older articles',
      'Under the list, where there is more than one page.',
      'Older',
    ),
    label('pageLabel', 'Word before the number of a page', 'In the title of further pages: Page 2.', 'Page'),
    label(
      'emptyText',
      'While there is none',
      'Shown in place of the list.',
      'The first article is on its way.',
    ),
  ],
});
