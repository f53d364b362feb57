import { line, list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const iconTiles = defineSection({
  name: 'iconTiles',
  title: 'Tiles',
  description: 'A list of tiles with a few words each. For example: industries.',
  on: ['page', 'cityPage'],
  fields: [
    list('tiles', 'Use an even number of tiles to fill the rows.', {
      min: 2,
      max: 24,
      item: {
        name: 'iconTile',
        title: 'Tile',
        preview: { title: 'label' },
        fields: [line('label', 'One to three words on the tile.', { advisedMax: 32 })],
      },
    }),
  ],
});
