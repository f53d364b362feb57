import { ComposeIcon } from '@sanity/icons/Compose';
import { defineField } from 'sanity';
import { anchorField, choice, headingFields, line } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { defineSection } from './define-section.ts';

export const articleList = defineSection({
  name: 'articleList',
  title: 'Articles',
  description: 'All articles on pages of twelve, or the newest few. New ones appear by themselves.',
  icon: ComposeIcon,
  thumbnail: new URL('./article-list.svg', import.meta.url),
  on: ['page'],
  lists: 'article',
  fields: [
    ...headingFields(),
    choice({
      name: 'mode',
      title: 'Which articles',
      description: 'One page of the site should show all of them.',
      list: [
        { value: 'all', title: 'All, twelve a page' },
        { value: 'newest', title: 'The newest' },
      ],
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
    ...labels([
      ['newerLabel', 'Link to newer articles', 'Under the list, where there is more than one page.', 'Newer'],
      ['olderLabel', 'Link to older articles', 'Under the list, where there is more than one page.', 'Older'],
      ['pageLabel', 'Word before the number of a page', 'In the title of further pages: Page 2.', 'Page'],
      ['emptyText', 'While there is none', 'Shown in place of the list.', 'The first article is on its way.'],
    ]),
    actionsField(),
    anchorField(),
  ],
});

function labels(words: [name: string, title: string, description: string, initialValue: string][]) {
  return words.map(([name, title, description, initialValue]) =>
    line({ name, title, description, initialValue, required: true, advisedMax: 60 }),
  );
}
