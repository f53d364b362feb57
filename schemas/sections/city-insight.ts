import { label, line, optionalLabel } from '#schemas/fields.ts';
import { defineSection } from './define-section.ts';

export const cityInsight = defineSection({
  name: 'cityInsight',
  title: 'About this city',
  description:
    "Shows the city's own text, its facts and its point on the map. You enter them on the city page.",
  on: ['cityPage'],
  heading: 'own',
  fields: [
    line(
      'heading',
      'Shown above the text about the city. {city} and {state} are replaced by the names of the city and its state.',
      { advisedMax: 80 },
    ),
    label('factsHeading', 'Heading for the facts'),
    optionalLabel('portalsHeading', 'Heading for the tender portals of the state', '', 60),
    line('nearbyHeading', 'Shown above the links to nearby city pages. Hidden if the city has none.', {
      title: 'Heading for the nearby cities',
      advisedMax: 60,
    }),
    line('nearbyLinkText', 'The text of each link to a nearby city. {city} is replaced by its name.', {
      title: 'Link text for nearby cities',
      initialValue: 'SEO in {city}',
      advisedMax: 40,
    }),
  ],
});
