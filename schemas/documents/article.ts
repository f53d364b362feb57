import { ComposeIcon } from '@sanity/icons/Compose';
import { defineField } from 'sanity';
import { formatDay, today } from '#schemas/days.ts';
import { choice, day, fieldsIn, line, list, paragraph, requiredField } from '#schemas/fields.ts';
import { endField } from '#schemas/objects/page-end.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { notInFuture } from '#schemas/text-rules.ts';
import { defineDocument } from './define-document.ts';
import { personReference } from './person.ts';

export const relatedFields = [
  list('services', 'Optional. Shown next to the text. The pages of these services link back here.', {
    required: false,
    max: 6,
    item: { to: 'service' },
  }),
  list('cities', 'Optional. Shown next to the text as links. The pages of these cities link back here.', {
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
      line('title', 'The headline. Say what the reader learns.', { advisedMax: 70 }),
      slugField('title', 'The end of the address. For example, bids becomes /articles/bids.'),
      paragraph('summary', 'One or two sentences. Shown in lists, in the feed and in search results.', {
        advisedMax: 155,
      }),
      requiredField('cover', 'Shown above the text, in lists and when shared. Use a landscape picture.', {
        title: 'Picture',
        type: 'picture',
      }),
      requiredField('body', 'Add a heading every few paragraphs. Use a table for comparisons.', {
        title: 'Text',
        type: 'articleText',
      }),
      defineField({
        name: 'author',
        type: 'object',
        description: 'Who wrote the article and is responsible for it.',
        fields: [
          personReference(
            'person',
            'Person',
            'Optional. Once the person is confirmed, the site shows them instead of the name and position below.',
          ),
          line('name', 'The name that readers see.', { title: 'Name' }),
          choice('kind', 'Tells search engines who wrote the article.', {
            title: 'Type of author',
            list: { person: 'A person', team: 'A team of the agency' },
            initialValue: 'person',
            inline: true,
          }),
          line('role', 'For example: Tender desk.', { title: 'Position', advisedMax: 60 }),
          defineField({
            name: 'picture',
            type: 'picture',
            description: 'Optional. Shown as a small square next to the name.',
          }),
        ],
        validation: (rule) => rule.required(),
      }),
      day('publishedAt', 'Lists show the newest article first.', {
        title: 'Published on',
        initialValue: today,
        check: notInFuture,
      }),
      list('links', 'Optional. Tools and pages that help with the topic. Shown next to the text.', {
        required: false,
        max: 5,
        item: 'navigationItem',
      }),
      ...relatedFields,
    ]),
    seoField({
      required: false,
      description: 'Optional. If empty, the site uses the title, summary and picture of the article.',
    }),
    endField,
  ],
  preview: {
    select: { title: 'title', publishedAt: 'publishedAt', media: 'cover' },
    prepare: ({ title, publishedAt, media }) => ({ title, subtitle: formatDay(publishedAt ?? ''), media }),
  },
});
