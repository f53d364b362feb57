import { EarthGlobeIcon } from '@sanity/icons/EarthGlobe';
import { defineArrayMember, defineField, defineType } from 'sanity';
import { anchorField, headingFields, line, paragraph } from '#schemas/fields.ts';
import { actionsField } from '#schemas/objects/action.ts';

/** States or countries and what is done there. */
export const regions = defineType({
  name: 'regions',
  title: 'Regions',
  type: 'object',
  icon: EarthGlobeIcon,
  fields: [
    ...headingFields(),
    defineField({
      name: 'regions',
      title: 'Regions',
      type: 'array',
      description: 'One entry for each state or country.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'region',
          title: 'Region',
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
          preview: { select: { title: 'name', subtitle: 'text' } },
        }),
      ],
      validation: (rule) => rule.required().min(1).max(20),
    }),
    actionsField(),
    anchorField(),
  ],
  preview: {
    select: { title: 'heading' },
    prepare: ({ title: heading }) => ({ title: heading ?? 'Regions', subtitle: 'Regions' }),
  },
});
