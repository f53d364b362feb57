import { defineField } from 'sanity';
import { line } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const cityInsight = defineSection({
  name: 'cityInsight',
  title: 'About this city',
  description: "Where the city's own text, facts and point on the map stand within the shared city template.",
  on: ['cityPage'],
  heading: 'own',
  fields: [
    line({
      name: 'heading',
      description: 'Stands over the text of the city. {city} and {state} are filled in.',
      advisedMax: 80,
    }),
    line({
      name: 'factsHeading',
      title: 'Heading of the facts',
      description: 'Stands over the list of facts of the city.',
      advisedMax: 60,
    }),
    line({
      name: 'nearbyHeading',
      title: 'Heading of the nearby cities',
      description: 'Stands over the links to nearby city pages; hidden when the city names none.',
      advisedMax: 60,
    }),
    line({
      name: 'nearbyLinkText',
      title: 'Words of a nearby link',
      description: 'Words for the link to a nearby city; {city} becomes the name of that city.',
      initialValue: 'SEO in {city}',
      advisedMax: 40,
    }),
    defineField({
      name: 'showMap',
      title: 'Show the map',
      type: 'boolean',
      description: 'Draws the point of the city on the outline of India.',
      initialValue: true,
    }),
  ],
});
