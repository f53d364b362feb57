import { ComposeIcon } from '@sanity/icons/Compose';
import { defineField } from 'sanity';
import { today } from '#schemas/days.ts';
import { choice, fieldsIn, line, list, paragraph, requiredField } from '#schemas/fields.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { notInFuture } from '#schemas/text-rules.ts';
import { defineDocument } from './define-document.ts';
import { personReference } from './person.ts';

export const relatedFields = [
  list('services', 'Optional. Named beside the text, and their pages lead here.', {
    required: false,
    max: 6,
    item: { to: 'service' },
  }),
  list('cities', 'Optional. Linked beside the text, and their pages lead here.', {
    required: false,
    max: 12,
    item: { to: 'cityPage' },
  }),
];

export const article = defineDocument({
  name: 'article',
  title: 'Article',
  icon: ComposeIcon,
  list: { title: 'Articles', group: 'pages', orderBy: 'publishedAt', direction: 'desc' },
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('title', 'What the reader will know afterwards.', { advisedMax: 70 }),
      slugField('title', 'The end of the address: bids becomes /articles/bids.'),
      paragraph('summary', 'One or two sentences, shown in lists, in the feed and by search engines.', {
        advisedMax: 155,
      }),
      requiredField('cover', 'Over the text, in lists and when the article is shared. Wider than high.', {
        title: 'Picture',
        type: 'picture',
      }),
      requiredField('body', 'A heading every few paragraphs; a table for what is compared.', {
        title: 'Text',
        type: 'articleText',
      }),
      defineField({
        name: 'author',
        type: 'object',
        description: 'Who wrote it and answers for it.',
        fields: [
          personReference(
            'person',
            'Person',
            'Optional. Once confirmed, stands in place of the name and position below.',
          ),
          line('name', 'As it should be read.', { title: 'Name' }),
          choice('kind', 'Told to search engines.', {
            title: 'This is',
            list: { person: 'A person', team: 'A team of the agency' },
            initialValue: 'person',
            isHorizontal: true,
          }),
          line('role', 'For example Tender desk.', { title: 'Position', advisedMax: 60 }),
          defineField({
            name: 'picture',
            type: 'picture',
            description: 'Optional. Shown small and square.',
          }),
        ],
        validation: (rule) => rule.required(),
      }),
      defineField({
        name: 'publishedAt',
        title: 'Published on',
        type: 'date',
        description: 'The newest article comes first.',
        initialValue: today,
        validation: (rule) => rule.required().custom(notInFuture),
      }),
      ...relatedFields,
    ]),
    seoField({ required: false, description: 'Leave all of it empty to take title, summary and picture.' }),
  ],
  preview: { select: { title: 'title', subtitle: 'publishedAt', media: 'cover' } },
});
