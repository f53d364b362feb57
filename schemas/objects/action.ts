import { defineField, defineType } from 'sanity';
import { choice, line, list, requiredField, validatedLine } from '#schemas/fields.ts';
import { checkServiceValue } from '#schemas/text-rules.ts';
import { linkTarget } from './link.ts';

export const action = defineType({
  name: 'action',
  title: 'Button',
  type: 'object',
  fields: [
    line('label', 'Says what happens: "Explore services", not "Click here".', { advisedMax: 40 }),
    requiredField('link', 'Where the button leads.', { type: 'link' }),
    validatedLine(
      'service',
      'Optional. For a button that leads to the enquiry form: the value of the service that is chosen there, such as gulf-tenders.',
      checkServiceValue,
      { required: false },
    ),
    choice('style', 'One main button a screen is enough: it is the only one in saffron.', {
      title: 'Look',
      list: { primary: 'Main', secondary: 'Second', text: 'Plain link' },
      initialValue: 'primary',
      isHorizontal: true,
    }),
  ],
  preview: {
    select: { title: 'label', kind: 'link.kind', ...linkTarget },
    prepare: ({ title, page, city, kind, path, url }) => ({
      title: title ?? 'Button without a label',
      subtitle: page ?? city ?? path ?? url ?? kind,
    }),
  },
});

export const cardLinkField = defineField({
  name: 'action',
  title: 'Link',
  type: 'action',
  description: 'Optional. The page that tells more, and the words of the link.',
});

export const actionsField = list('actions', 'Optional. At most 2; the first is the one that matters.', {
  title: 'Buttons',
  required: false,
  max: 2,
  item: 'action',
});
