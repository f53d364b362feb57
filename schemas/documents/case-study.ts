import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle';
import { defineField } from 'sanity';
import { fieldsIn, line, orderField, paragraph, requiredField } from '#schemas/fields.ts';
import { evidenceField, hiddenUntilConfirmed } from '#schemas/objects/evidence.ts';
import { seriesField } from '#schemas/objects/picture.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { relatedFields } from './article.ts';
import { defineDocument } from './define-document.ts';

export const caseStudy = defineDocument({
  name: 'caseStudy',
  title: 'Case study',
  icon: CheckmarkCircleIcon,
  list: { title: 'Work', group: 'pages', orderBy: 'order' },
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('title', 'What changed for the client, in one line.', { advisedMax: 70 }),
      slugField('title', 'The end of the address: bids becomes /work/bids.'),
      paragraph('summary', 'The problem and the result in one or two sentences, for lists too.', {
        advisedMax: 155,
      }),
      line('client', 'By name if the client agreed, else the kind of business.', { advisedMax: 60 }),
      line('sector', 'The trade: Textiles, Healthcare.', { advisedMax: 30 }),
      requiredField('cover', 'Over the text, in lists and when the page is shared. Wider than high.', {
        title: 'Picture',
        type: 'picture',
      }),
      requiredField('body', 'The problem, the work, and what came of it.', {
        title: 'What was done',
        type: 'articleText',
      }),
      defineField({
        ...seriesField,
        title: 'Figures over time',
        hidden: false,
        validation: (rule) => rule,
        description: 'Optional. One thing counted again and again, with where the figures come from.',
      }),
      ...relatedFields,
      requiredField('consent', 'Who at the client agreed to this page, and when. Visitors never see it.', {
        title: 'Consent of the client',
        type: 'string',
      }),
      evidenceField(hiddenUntilConfirmed),
    ]),
    seoField({ required: false, description: 'Leave all of it empty to take title, summary and picture.' }),
    ...fieldsIn({ group: 'settings' }, [orderField('Place in the list')]),
  ],
  preview: { select: { title: 'title', subtitle: 'client', media: 'cover' } },
});
