import { ImagesIcon } from '@sanity/icons/Images';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line } from '#schemas/fields.ts';

/** Pictures with a caption each. */
export const imageTiles = defineType({
  name: 'imageTiles',
  title: 'Picture tiles',
  type: 'object',
  icon: ImagesIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'tiles',
      title: 'Tiles',
      type: 'array',
      description: 'Pictures of the same shape look best; the site crops around the circle you set.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'imageTile',
          title: 'Tile',
          fields: [
            defineField({
              name: 'picture',
              title: 'Picture',
              type: 'picture',
              description: 'Drag the circle onto what must stay visible when the picture is cropped.',
              validation: (rule) => rule.required(),
            }),
            line({
              name: 'caption',
              title: 'Caption',
              description: 'A short line under the picture.',
              required: true,
              advisedMax: 60,
            }),
            line({
              name: 'text',
              title: 'Text',
              description: 'Optional. One sentence under the caption.',
              advisedMax: 140,
            }),
            defineField({
              name: 'link',
              title: 'Link',
              type: 'link',
              description: 'Optional. Where the tile leads.',
            }),
          ],
          preview: { select: { title: 'caption', subtitle: 'text', media: 'picture' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(12),
    }),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Picture tiles', subtitle: 'Picture tiles' }),
  },
});
