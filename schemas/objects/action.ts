import { defineField, defineType } from 'sanity';
import { choice, line, list, requiredField, validatedLine } from '#schemas/fields.ts';
import { textOf } from '#schemas/property.ts';
import { checkServiceValue } from '#schemas/text-rules.ts';
import { linkKinds, linkTarget } from './link.ts';

export const action = defineType({
  name: 'action',
  title: 'Button',
  type: 'object',
  fields: [
    line('label', 'The text on the button. Say what happens: "Explore services", not "Click here".', {
      advisedMax: 40,
    }),
    requiredField('link', 'The page or place that the button opens.', { type: 'link' }),
    validatedLine(
      'service',
      'Optional. If the button opens the enquiry form, the value of the service to preselect, such as gulf-tenders.',
      checkServiceValue,
      { required: false },
    ),
    choice('style', 'Only the main button is saffron. Use one main button on each screen.', {
      title: 'Style',
      list: { primary: 'Main', secondary: 'Secondary', text: 'Plain link' },
      initialValue: 'primary',
      inline: true,
    }),
  ],
  preview: {
    select: { title: 'label', kind: 'link.kind', ...linkTarget },
    prepare: ({ title, page, city, kind, path, url }) => ({
      title: title ?? 'Button without a label',
      subtitle: page ?? city ?? path ?? url ?? textOf(linkKinds, kind),
    }),
  },
});

export const cardLinkField = defineField({
  name: 'action',
  title: 'Link',
  type: 'action',
  description: 'Optional. A link to a page with more information.',
});

export const actionsField = list('actions', 'Optional. At most two. Put the more important one first.', {
  title: 'Buttons',
  required: false,
  max: 2,
  item: 'action',
});
