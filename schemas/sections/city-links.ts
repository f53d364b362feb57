import { defineArrayMember, defineField } from 'sanity';
import { choice, line, optionalLabel, requiredField } from '#schemas/fields.ts';
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
      optionalLabel(
        'searchesNote',
        'Text above the searches of the cities',
        '~We deliver excellence~ Nobody types that. People type, for example:',
        80,
      ),
      defineField({
        name: 'gulfSearches',
        title: 'Searches in the Gulf',
        type: 'array',
        description: 'Optional. Readers in the Gulf see them first. Each opens the enquiry form.',
        of: [
          defineArrayMember({
            type: 'object',
            name: 'gulfSearch',
            fields: [
              line('city', 'For example: Dubai.', { advisedMax: 30 }),
              line('search', 'What people there type into Google. Mark *telling words*.', { advisedMax: 40 }),
            ],
          }),
        ],
      }),
      line('findLabel', 'Optional. Shown above the box that finds a city. Leave it empty to show no box.', {
        title: 'Label of the search box',
        initialValue: 'Find your city',
        required: false,
        advisedMax: 40,
      }),
      optionalLabel('findButton', 'Button of the search box', 'Find', 20),
      optionalLabel('nearText', 'Text above similar names', 'Did you mean:', 60),
      optionalLabel(
        'missingText',
        'Text after the name of a city without a page',
        'we have no page for this city yet. We work there too.',
        120,
      ),
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
