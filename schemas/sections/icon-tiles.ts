import { line, list } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const iconTiles = defineSection({
  name: 'iconTiles',
  title: 'Tiles',
  description: 'A list of a few words each: industries, sectors.',
  on: ['page', 'cityPage'],
  fields: [
    list('tiles', 'An even number fills the rows.', {
      min: 2,
      max: 24,
      item: {
        name: 'iconTile',
        title: 'Tile',
        preview: { title: 'label' },
        fields: [line('label', 'One to three words.', { advisedMax: 32 })],
      },
    }),
  ],
});
