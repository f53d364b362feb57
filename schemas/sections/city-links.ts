import { defineArrayMember, defineField } from 'sanity';
import { choice, line, requiredField, toggle } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const cityLinks = defineSection({
  name: 'cityLinks',
  title: 'City links',
  description: 'Links to city pages: all of them grouped by state, or a few chosen ones.',
  on: ['page', 'cityPage'],
  lists: 'cityPage',
  actions: true,
  fields: [
    choice('mode', 'All cities appear by themselves as soon as their page is published.', {
      title: 'Which cities',
      list: { all: 'All, grouped by state', chosen: 'The ones chosen below' },
      initialValue: 'all',
    }),
    line('linkText', '{city} becomes the name of the city: SEO in {city}.', {
      title: 'Words of each link',
      initialValue: 'SEO in {city}',
      advisedMax: 40,
    }),
    defineField({
      name: 'cities',
      type: 'array',
      description: 'In the order in which they are shown.',
      of: [
        defineArrayMember({
          type: 'object',
          name: 'cityLink',
          title: 'City',
          fields: [
            requiredField('city', 'The page that the link opens.', {
              title: 'City page',
              type: 'reference',
              to: [{ type: 'cityPage' }],
            }),
            line('name', 'Optional. Another name of the same city: Gurugram for Gurgaon.', {
              title: 'Name here',
              required: false,
              advisedMax: 30,
            }),
          ],
          preview: {
            select: { city: 'city.name', name: 'name', state: 'city.state' },
            prepare: ({ city, name, state }) => ({ title: name ?? city ?? 'City', subtitle: state }),
          },
        }),
      ],
      hidden: ({ parent }) => parent?.mode !== 'chosen',
    }),
    toggle('showMap', 'Show the map', 'Draws the cities as points on the outline of India.'),
  ],
});
