import { line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const regions = defineSection({
  name: 'regions',
  title: 'Regions',
  description: 'States or countries, with the tender work that we do there.',
  on: ['page'],
  actions: true,
  fields: [
    list('regions', 'One entry for each state or country.', {
      max: 20,
      item: {
        name: 'region',
        title: 'Region',
        preview: { title: 'name', subtitle: 'text' },
        fields: [
          line('name', 'The name of the state or country.', { advisedMax: 40 }),
          paragraph('text', 'The portals, departments and types of work in this region.', {
            advisedMax: 240,
          }),
        ],
      },
    }),
  ],
});
