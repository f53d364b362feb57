import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe';
import { anchorField, headingFields, line, list, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';
import { defineSection } from './define-section.ts';

export const regions = defineSection({
  name: 'regions',
  title: 'Regions',
  description: 'States or countries and what is done there.',
  icon: EarthGlobeIcon,
  thumbnail: new URL('./regions.svg', import.meta.url),
  on: ['page'],
  fields: [
    ...headingFields(),
    list({
      name: 'regions',
      title: 'Regions',
      description: 'One entry for each state or country.',
      max: 20,
      item: {
        name: 'region',
        title: 'Region',
        preview: { title: 'name', subtitle: 'text' },
        fields: [
          line({
            name: 'name',
            title: 'Name',
            description: 'The state or country.',
            required: true,
            advisedMax: 40,
          }),
          paragraph({
            name: 'text',
            title: 'Text',
            description: 'Portals, departments and kinds of work there.',
            required: true,
            advisedMax: 240,
          }),
        ],
      },
    }),
    actionsField(),
    anchorField(),
  ],
});
