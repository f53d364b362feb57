import { LinkIcon } from '@sanity/icons/Link';
import { defineField, defineType } from 'sanity';
import { line } from '#schemas/fields.ts';

/** A link in a menu or a list: words and where they lead. */
export const navigationItem = defineType({
  name: 'navigationItem',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: [
    line({
      name: 'label',
      title: 'Label',
      description: 'The words of the link.',
      required: true,
      advisedMax: 40,
    }),
    defineField({
      name: 'link',
      title: 'Link',
      type: 'link',
      description: 'Where it leads.',
      validation: (rule) => rule.required(),
    }),
  ],
  preview: {
    select: {
      title: 'label',
      page: 'link.reference.title',
      city: 'link.reference.name',
      path: 'link.path',
      url: 'link.url',
    },
    prepare: ({ title, page, city, path, url }) => ({ title, subtitle: page ?? city ?? path ?? url }),
  },
});
