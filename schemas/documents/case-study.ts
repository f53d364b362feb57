import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { defineField } from 'sanity';
import { fieldsIn, line, orderField, paragraph, requiredField } from '#schemas/fields.ts';
import { evidenceField, hiddenUntilConfirmed } from '#schemas/objects/evidence.ts';
import { endField } from '#schemas/objects/page-end.ts';
import { seriesField } from '#schemas/objects/picture.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { relatedFields } from './article.ts';
import { defineDocument } from './define-document.ts';

export const caseStudy = defineDocument({
  name: 'caseStudy',
  title: 'Case study',
  icon: CheckmarkCircleIcon,
  list: { title: 'Case studies', group: 'pages', orderBy: 'order' },
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('title', 'The headline. Say in one line what changed for the client.', { advisedMax: 70 }),
      slugField('title', 'The end of the address. For example, bids becomes /work/bids.'),
      paragraph('summary', 'The problem and the result in one or two sentences. Also shown in lists.', {
        advisedMax: 155,
      }),
      line('client', 'The client’s name if they agreed, otherwise the kind of business.', { advisedMax: 60 }),
      line('sector', 'The client’s industry. For example: Textiles.', { advisedMax: 30 }),
      requiredField('cover', 'Shown above the text, in lists and when shared. Use a landscape picture.', {
        title: 'Picture',
        type: 'picture',
      }),
      requiredField('body', 'The problem, the work and the result.', {
        title: 'What was done',
        type: 'articleText',
      }),
      defineField({
        ...seriesField,
        title: 'Figures over time',
        description: 'Optional. One measure over time, shown as a line chart with its source.',
      }),
      ...relatedFields,
      requiredField('consent', 'Who at the client agreed to this page, and when. Visitors do not see this.', {
        title: 'Client’s consent',
        type: 'string',
      }),
      evidenceField(hiddenUntilConfirmed),
    ]),
    seoField({
      required: false,
      description: 'Optional. If empty, the site uses the title, summary and picture of the case study.',
    }),
    ...fieldsIn({ group: 'settings' }, [orderField('Position in the list')]),
    endField,
  ],
  preview: { select: { title: 'title', subtitle: 'client', media: 'cover' } },
});
