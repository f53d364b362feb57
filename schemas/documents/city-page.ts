import { getPublishedId } from '@sanity/client/csm';
import { PinIcon } from '@sanity/icons/Pin';
import { type CustomValidator, defineField } from 'sanity';
import { fieldsIn, line, list, paragraph } from '#schemas/fields.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { hrefFor } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { sectionsField } from '#schemas/sections/sections-field.ts';
import { checkSpelling, warnIfUnknown } from '#schemas/states.ts';
import { defineDocument } from './define-document.ts';

/** Words of its own from which a city page is worth indexing. */
const minimumWords = 100;

/** Warns about thin content, unless the page is hidden from search engines. */
const warnIfThin: CustomValidator<unknown[] | undefined> = (blocks = [], { document }) => {
  const spans = blocks.map((block) => propertyOf(block, 'children')).filter(Array.isArray);
  const words = spans.flat().flatMap((span) => textOf(span, 'text')?.match(/\S+/g) ?? []).length;
  const isHidden = propertyOf(document?.seo, 'noIndex') === true;
  return (
    isHidden ||
    words >= minimumWords ||
    `${words} words are little: search engines leave out pages that say no more than others. Write at least ${minimumWords}, or choose “Hide from search engines” until there is more.`
  );
};

/** True, or the problem with the nearby cities of a city page, its draft or its version in a release. */
export function checkNearby(
  cities: unknown[] | undefined,
  { document }: { document?: { _id: string } | undefined },
) {
  const own = getPublishedId(document?._id ?? '');
  return cities?.some((city) => textOf(city, '_ref') === own) ? 'A city is not near to itself.' : true;
}

/** A city's own text and facts, merged into the city template. */
export const cityPage = defineDocument({
  name: 'cityPage',
  title: 'City page',
  icon: PinIcon,
  list: { title: 'City pages', group: 'pages', orderBy: 'name' },
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('name', 'Name of the city.', { title: 'City', advisedMax: 40 }),
      slugField('name', 'The end of the address: delhi becomes /seo-services-delhi.'),
      defineField({
        name: 'state',
        type: 'stateName',
        description:
          'Cities with the same state stand together on the locations page. In the Gulf: the emirate or the country.',
        validation: (rule) => [rule.required().custom(checkSpelling), rule.custom(warnIfUnknown).warning()],
      }),
      paragraph('lead', 'Optional. Under the heading; empty: the words of the city template.', {
        title: 'Opening words',
        required: false,
        advisedMax: 200,
      }),
      defineField({
        name: 'location',
        title: 'Place on the map',
        type: 'geopoint',
        description: 'Latitude and longitude of the city, for the map drawing and for search engines.',
        validation: (rule) =>
          rule.required().custom((place) => {
            const { lat, lng } = place ?? {};
            if (lat === undefined || lng === undefined) return true;
            return (
              (lat >= 6 && lat <= 38 && lng >= 46 && lng <= 98) ||
              'This point lies outside India and the Gulf.'
            );
          }),
      }),
      defineField({
        name: 'insight',
        title: 'About the market',
        type: 'richText',
        description:
          'What is true of this city alone: its trades, its areas, how people there search. 120 to 180 words. Search engines drop pages that read like each other.',
        validation: (rule) => [rule.required().min(1), rule.custom(warnIfThin).warning()],
      }),
      list('facts', 'Three short facts beside the text: main trades, business areas, languages of search.', {
        max: 6,
        item: {
          name: 'cityFact',
          title: 'Fact',
          preview: { title: 'term', subtitle: 'detail' },
          fields: [
            line('term', 'For example Main trades.', { title: 'What', advisedMax: 40 }),
            line('detail', 'For example Textiles and diamonds.', { title: 'Fact', advisedMax: 120 }),
          ],
        },
      }),
      list('nearby', 'Optional. Links to other city pages.', {
        title: 'Nearby cities',
        required: false,
        max: 6,
        item: { to: 'cityPage' },
        check: checkNearby,
      }),
      {
        ...sectionsField(
          'cityPage',
          'Questions and answers, trades with links to services and articles: what only this city has. A section here replaces the one of the same kind in the city template; a kind that the template lacks is added before the closing band.',
        ),
        name: 'overrides',
        title: 'Sections of its own',
        validation: undefined,
      },
    ]),
    seoField({
      required: false,
      description:
        'Leave all of it empty to take the texts of the city template, with the name of this city filled in.',
    }),
  ],
  orderings: [
    {
      name: 'stateAsc',
      title: 'State, then city',
      by: [
        { field: 'state', direction: 'asc' },
        { field: 'name', direction: 'asc' },
      ],
    },
    { name: 'nameAsc', title: 'City', by: [{ field: 'name', direction: 'asc' }] },
  ],
  preview: {
    select: { title: 'name', state: 'state', slug: 'slug.current' },
    prepare: ({ title, state, slug }) => ({
      title,
      subtitle: [state, hrefFor({ _type: 'cityPage', slug })].filter(Boolean).join(' · '),
    }),
  },
});
