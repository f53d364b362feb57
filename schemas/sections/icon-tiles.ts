import { line, list } from '#schemas/fields.ts';
import { iconField } from '#schemas/objects/icon.ts';
import { defineSection } from './define-section.ts';

export const iconTiles = defineSection({
  name: 'iconTiles',
  title: 'Icon tiles',
  description: 'Small tiles of an icon and a few words: industries, sectors, badges.',
  on: ['page', 'cityPage'],
  fields: [
    list('tiles', 'An even number fills the rows.', {
      min: 2,
      max: 24,
      item: {
        name: 'iconTile',
        title: 'Tile',
        preview: { title: 'label', subtitle: 'icon' },
        fields: [iconField(), line('label', 'One to three words.', { advisedMax: 32 })],
      },
    }),
  ],
});
