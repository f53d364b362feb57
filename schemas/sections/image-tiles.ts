import { defineField } from 'sanity';
import { line, list, requiredField } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const imageTiles = defineSection({
  name: 'imageTiles',
  title: 'Picture tiles',
  description: 'Pictures, each with a caption.',
  on: ['page'],
  fields: [
    list('tiles', 'Pictures of the same shape look best. The site crops them around the circle you set.', {
      max: 12,
      item: {
        name: 'imageTile',
        title: 'Tile',
        preview: { title: 'caption', subtitle: 'text', media: 'picture' },
        fields: [
          requiredField(
            'picture',
            'Drag the circle onto the part that must stay visible when the picture is cropped.',
            { type: 'picture' },
          ),
          line('caption', 'A short line under the picture.', { advisedMax: 60 }),
          line('text', 'Optional. One sentence under the caption.', { required: false, advisedMax: 140 }),
          defineField({
            name: 'link',
            type: 'link',
            description: 'Optional. The page or place that the tile opens.',
          }),
        ],
      },
    }),
  ],
});
