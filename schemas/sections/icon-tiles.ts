import { StackCompactIcon } from '@sanity/icons/StackCompact';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line } from '#schemas/fields.ts';
import { iconField } from '#schemas/objects/icon.ts';

/** Small tiles of an icon and a few words: industries, sectors, badges. */
export const iconTiles = defineType({
  name: 'iconTiles',
  title: 'Icon tiles',
  type: 'object',
  icon: StackCompactIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'tiles',
      title: 'Tiles',
      type: 'array',
      description: 'An even number fills the rows.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'iconTile',
          title: 'Tile',
          fields: [
            iconField(),
            line({
              name: 'label',
              title: 'Label',
              description: 'One to three words.',
              required: true,
              advisedMax: 32,
            }),
          ],
          preview: { select: { title: 'label', subtitle: 'icon' } },
        }),
      ],
      validation: (rule) => rule.required().min(2).max(24),
    }),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Icon tiles', subtitle: 'Icon tiles' }),
  },
});
