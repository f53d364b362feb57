import { line, list, paragraph } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const regions = defineSection({
  name: 'regions',
  title: 'Regions',
  description: 'States or countries and what is done there.',
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
          line('name', 'The state or country.', { advisedMax: 40 }),
          paragraph('text', 'Portals, departments and kinds of work there.', { advisedMax: 240 }),
        ],
      },
    }),
  ],
});
