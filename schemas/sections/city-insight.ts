import { line, toggle } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const cityInsight = defineSection({
  name: 'cityInsight',
  title: 'About this city',
  description: "Where the city's own text, facts and point on the map stand within the shared city template.",
  on: ['cityPage'],
  heading: 'own',
  fields: [
    line('heading', 'Stands over the text of the city. {city} and {state} are filled in.', {
      advisedMax: 80,
    }),
    line('factsHeading', 'Stands over the list of facts of the city.', {
      title: 'Heading of the facts',
      advisedMax: 60,
    }),
    line('portalsHeading', 'Optional. Stands over links to the tender portals of the state.', {
      title: 'Heading of the tender portals',
      required: false,
      advisedMax: 60,
    }),
    line('nearbyHeading', 'Stands over the links to nearby city pages; hidden when the city names none.', {
      title: 'Heading of the nearby cities',
      advisedMax: 60,
    }),
    line('nearbyLinkText', 'Words for the link to a nearby city; {city} becomes the name of that city.', {
      title: 'Words of a nearby link',
      initialValue: 'SEO in {city}',
      advisedMax: 40,
    }),
    toggle('showMap', 'Show the map', 'Draws the point of the city on the outline of India.', true),
  ],
});
