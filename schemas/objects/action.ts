import { BoltIcon } from '@sanity/icons/Bolt';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { choice, line } from '#schemas/fields.ts';

/** A button: a label, where it leads, and how loud it is. */
export const action = defineType({
  name: 'action',
  title: 'Button',
  type: 'object',
  icon: BoltIcon,
  fields: [
    line({
      name: 'label',
      title: 'Label',
      description: 'Says what happens: "Explore services", not "Click here".',
      required: true,
      advisedMax: 40,
    }),
    defineField({
      name: 'link',
      title: 'Link',
      type: 'link',
      description: 'Where the button leads.',
      validation: (rule) => rule.required(),
    }),
    choice({
      name: 'style',
      title: 'Look',
      description: 'One main button a screen is enough: it is the only one in saffron.',
      list: [
        { value: 'primary', title: 'Main' },
        { value: 'secondary', title: 'Second' },
        { value: 'text', title: 'Plain link' },
      ],
      initialValue: 'primary',
      inOneLine: true,
    }),
  ],
  preview: {
    select: {
      title: 'label',
      page: 'link.reference.title',
      city: 'link.reference.name',
      kind: 'link.kind',
      path: 'link.path',
      url: 'link.url',
    },
    prepare: ({ title, page, city, kind, path, url }) => ({
      title: title ?? 'Button without a label',
      subtitle: page ?? city ?? path ?? url ?? kind,
    }),
  },
});

/** The list of buttons of a section. */
export function actionsField({ max = 2 }: { max?: number } = {}) {
  return defineField({
    name: 'actions',
    title: 'Buttons',
    type: 'array',
    description: `Optional. At most ${max}; the first is the one that matters.`,
    of: [defineArrayMember({ type: 'action' })],
    validation: (rule) => rule.max(max),
  });
}
