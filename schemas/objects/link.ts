import { LinkIcon } from '@sanity/icons/Link';
import { defineField, defineType } from 'sanity';
import { choice } from '#schemas/fields.ts';
import { checkSitePath, checkWebAddress } from '#schemas/link-rules.ts';
import { pageTypes } from '#schemas/paths.ts';
import { textOf } from '#schemas/property.ts';
import { visitorTextRules } from '#schemas/text-rules.ts';

export const linkKinds = {
  internal: 'A page of this site',
  path: 'A place on this site, by its path',
  url: 'Another website',
  phone: 'Call the agency',
  email: 'Write to the agency by e-mail',
  whatsapp: 'Chat with the agency on WhatsApp',
};

type LinkKind = keyof typeof linkKinds;

const kindIs = (link: unknown, kind: LinkKind) => textOf(link, 'kind') === kind;

export const linkTarget = {
  page: 'link.reference.title',
  city: 'link.reference.name',
  path: 'link.path',
  url: 'link.url',
};

export const link = defineType({
  name: 'link',
  title: 'Link',
  type: 'object',
  icon: LinkIcon,
  fields: [
    choice(
      'kind',
      'Choose a page of this site if you can. The link then still works when the page gets a new address.',
      { title: 'Link to', list: linkKinds, initialValue: 'internal' },
    ),
    defineField({
      name: 'reference',
      title: 'Page',
      type: 'reference',
      description: 'The page that the link opens.',
      to: pageTypes.map((type) => ({ type })),
      hidden: ({ parent }) => !kindIs(parent, 'internal'),
      validation: (rule) =>
        rule.custom((value, context) =>
          kindIs(context.parent, 'internal') && !value?._ref ? 'Choose the page that this link opens.' : true,
        ),
    }),
    defineField({
      name: 'path',
      type: 'string',
      description: 'Begins with /, or with # for a place on the same page. For example: #openings.',
      hidden: ({ parent }) => !kindIs(parent, 'path'),
      validation: (rule) =>
        rule.custom((value, context) => (kindIs(context.parent, 'path') ? checkSitePath(value) : true)),
    }),
    defineField({
      name: 'url',
      title: 'Address',
      type: 'string',
      description: 'The full address, beginning with https://',
      hidden: ({ parent }) => !kindIs(parent, 'url'),
      validation: (rule) =>
        rule.custom((value, context) => (kindIs(context.parent, 'url') ? checkWebAddress(value) : true)),
    }),
    defineField({
      name: 'message',
      title: 'First message',
      type: 'text',
      rows: 2,
      description:
        'Optional. The message that is already typed when WhatsApp opens. If empty, the greeting from Site settings is used.',
      hidden: ({ parent }) => !kindIs(parent, 'whatsapp'),
      validation: visitorTextRules({ advisedMax: 200 }),
    }),
  ],
});
