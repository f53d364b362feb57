import { ArrowRightIcon } from '@sanity/icons/ArrowRight';
import { defineField } from 'sanity';
import { requiredField } from '#schemas/fields.ts';
import { checkRedirect, checkSource, checkTarget } from '#schemas/redirect-rules.ts';
import { defineDocument } from './define-document.ts';

export const redirect = defineDocument({
  name: 'redirect',
  title: 'Redirect',
  icon: ArrowRightIcon,
  list: { title: 'Redirects', group: 'rules', orderBy: 'from' },
  fields: [
    defineField({
      name: 'from',
      title: 'Old path',
      type: 'string',
      description: 'The path that no longer has a page: /old-page.',
      validation: (rule) => rule.required().custom(checkSource),
    }),
    defineField({
      name: 'to',
      title: 'New path or address',
      type: 'string',
      description: 'Where visitors should arrive: /new-page, or https://… for another website.',
      validation: (rule) => rule.required().custom(checkTarget),
    }),
    requiredField(
      'permanent',
      'On: search engines replace the old address by the new one. Off: for a few days only.',
      { type: 'boolean', initialValue: true },
    ),
  ],
  validation: (rule) => rule.custom(checkRedirect),
  preview: {
    select: { from: 'from', to: 'to' },
    prepare: ({ from, to }) => ({ title: from ?? 'New redirect', subtitle: to ? `to ${to}` : undefined }),
  },
});
