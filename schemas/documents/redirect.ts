import { ArrowRightIcon } from '@sanity/icons/ArrowRight';
import { requiredField, validatedLine } from '#schemas/fields.ts';
import { checkRedirect, checkSource, checkTarget } from '#schemas/redirect-rules.ts';
import { defineDocument } from './define-document.ts';

export const redirect = defineDocument({
  name: 'redirect',
  title: 'Redirect',
  icon: ArrowRightIcon,
  list: { title: 'Redirects', group: 'rules', orderBy: 'from' },
  fields: [
    validatedLine('from', 'The path that no longer has a page. For example: /old-page.', checkSource, {
      title: 'Old path',
    }),
    validatedLine('to', 'Where visitors go: /new-page, or https://… for another website.', checkTarget, {
      title: 'New path or address',
    }),
    requiredField(
      'permanent',
      'On: search engines replace the old address with the new one. Off: use this for a redirect that lasts only a few days.',
      { type: 'boolean', initialValue: true },
    ),
  ],
  validation: (rule) => rule.custom(checkRedirect),
  preview: {
    select: { from: 'from', to: 'to' },
    prepare: ({ from, to }) => ({ title: from ?? 'New redirect', subtitle: to ? `to ${to}` : undefined }),
  },
});
