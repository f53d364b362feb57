import { StackCompactIcon } from '@sanity/icons/StackCompact';
import { anchorField, headingFields, line, list } from '#schemas/fields.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';

export const iconTiles = defineSection({
  name: 'iconTiles',
  title: 'Icon tiles',
  description: 'Small tiles of an icon and a few words: industries, sectors, badges.',
  icon: StackCompactIcon,
  thumbnail: new URL('./icon-tiles.svg', import.meta.url),
  on: ['page', 'cityPage'],
  fields: [
    ...headingFields(),
    list({
      name: 'tiles',
      title: 'Tiles',
      description: 'An even number fills the rows.',
      min: 2,
      max: 24,
      item: {
        name: 'iconTile',
        title: 'Tile',
        preview: { title: 'label', subtitle: 'icon' },
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
      },
    }),
    anchorField(),
  ],
});
