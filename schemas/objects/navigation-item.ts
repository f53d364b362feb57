import { defineType } from 'sanity';
import { line, requiredField } from '#schemas/fields.ts';
import { linkTarget } from './link.ts';

export const navigationItem = defineType({
  name: 'navigationItem',
  title: 'Link',
  type: 'object',
  fields: [
    line('label', 'The text of the link.', { advisedMax: 40 }),
    requiredField('link', 'The page or place that the link opens.', { type: 'link' }),
  ],
  preview: {
    select: { title: 'label', ...linkTarget },
    prepare: ({ title, page, city, path, url }) => ({ title, subtitle: page ?? city ?? path ?? url }),
  },
});
