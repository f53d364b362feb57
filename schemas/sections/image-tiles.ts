import { ImagesIcon } from '@sanity/icons/Images';
import { defineField } from 'sanity';
import { anchorField, headingFields, line, list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const imageTiles = defineSection({
  name: 'imageTiles',
  title: 'Picture tiles',
  description: 'Pictures with a caption each.',
  icon: ImagesIcon,
  thumbnail: new URL('./image-tiles.svg', import.meta.url),
  on: ['page'],
  fields: [
    ...headingFields(),
    list({
      name: 'tiles',
      title: 'Tiles',
      description: 'Pictures of the same shape look best; the site crops around the circle you set.',
      max: 12,
      item: {
        name: 'imageTile',
        title: 'Tile',
        preview: { title: 'caption', subtitle: 'text', media: 'picture' },
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
      },
    }),
    anchorField(),
  ],
});
