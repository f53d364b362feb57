import { defineArrayMember, defineField } from 'sanity';
import { choice, line, requiredField, toggle } from '#schemas/fields.ts';
import { textOf } from '#schemas/property.ts';
import { defineSection } from './define-section.ts';

export const cityLinks = defineSection({
  name: 'cityLinks',
  title: 'City links',
  description: 'Links to city pages: all of them grouped by state, or only the ones that you choose.',
  on: ['page', 'cityPage'],
  lists: 'cityPage',
  actions: true,
  fields: [
    choice('mode', 'If you choose all, each city appears as soon as its page is published.', {
      title: 'Which cities',
      list: { all: 'All, grouped by state', chosen: 'Only the cities chosen below' },
      initialValue: 'all',
    }),
    line(
      'linkText',
      'The text of each link. {city} is replaced by the name of the city. For example: SEO in {city}.',
      {
        title: 'Link text',
        initialValue: 'SEO in {city}',
        advisedMax: 40,
      },
    ),
    defineField({
      name: 'cities',
      type: 'array',
      description: 'The cities in the order in which they are shown.',
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
            line('name', 'Optional. Another name for the city. For example: Gurugram for Gurgaon.', {
              title: 'Name in this list',
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
    ...[
      toggle('showMap', 'Show the map', 'On: shows the cities as points on a map of India, each a link.'),
      line('mapLabel', 'Shown under the map, after the number of cities on it.', {
        title: 'Text under the map',
        initialValue: 'cities have a page of their own',
        required: false,
        advisedMax: 60,
      }),
      line('findLabel', 'Optional. Shown above the box that finds a city. Leave it empty to show no box.', {
        title: 'Label of the search box',
        initialValue: 'Find your city',
        required: false,
        advisedMax: 40,
      }),
      line('findButton', 'The button next to the box.', {
        title: 'Button of the search box',
        initialValue: 'Find',
        required: false,
        advisedMax: 20,
      }),
      line('nearText', 'Shown above the cities with a similar name.', {
        title: 'Text above similar names',
        initialValue: 'Did you mean:',
        required: false,
        advisedMax: 60,
      }),
      line('missingText', 'Shown after the name of a city without a page.', {
        title: 'Text for a city without a page',
        initialValue: 'we have no page for this city yet. We work there too.',
        required: false,
        advisedMax: 120,
      }),
      defineField({
        name: 'askAction',
        title: 'Button for a city without a page',
        type: 'action',
        description: 'Opens the enquiry form with the name of the city.',
      }),
    ].map((field) => ({
      ...field,
      hidden: ({ parent }: { parent?: unknown }) => textOf(parent, 'mode') !== 'all',
    })),
  ],
});
