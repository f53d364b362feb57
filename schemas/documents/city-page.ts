import { getPublishedId } from '@sanity/client/csm';
import { PinIcon } from '@sanity/icons/Pin';
import { type CustomValidator, defineField } from 'sanity';
import { fieldsIn, line, list, paragraph, tags } from '#schemas/fields.ts';
import { endField } from '#schemas/objects/page-end.ts';
import { checkHasText } from '#schemas/objects/rich-text.ts';
import { seoField } from '#schemas/objects/seo.ts';
import { slugField } from '#schemas/objects/slug-field.ts';
import { hrefFor } from '#schemas/paths.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { sectionsField } from '#schemas/sections/sections-field.ts';
import { checkSpelling, warnIfUnknown } from '#schemas/states.ts';
import { defineDocument } from './define-document.ts';

/** Below this number of words about the city, search engines may ignore the page. */
const minimumWords = 100;

/** Warns about thin content, unless the page is hidden from search engines. */
const warnIfThin: CustomValidator<unknown[] | undefined> = (blocks = [], { document }) => {
  const spans = blocks.map((block) => propertyOf(block, 'children')).filter(Array.isArray);
  const words = spans.flat().flatMap((span) => textOf(span, 'text')?.match(/\S+/g) ?? []).length;
  const isHidden = propertyOf(document?.seo, 'noIndex') === true;
  return (
    isHidden ||
    words >= minimumWords ||
    `This text has only ${words} words. Search engines ignore pages with little text of their own. Write at least ${minimumWords} words, or select “Hide from search engines” until you have more.`
  );
};

/** Refuses a city page that lists itself as a nearby city, even if it does so in a draft or a release. */
export function checkNearby(
  cities: unknown[] | undefined,
  { document }: { document?: { _id: string } | undefined },
) {
  const own = getPublishedId(document?._id ?? '');
  return cities?.some((city) => textOf(city, '_ref') === own)
    ? 'A city page cannot list itself as a nearby city. Choose another city.'
    : true;
}

/** Holds a city's own text and facts. The site merges them into the city page template. */
export const cityPage = defineDocument({
  name: 'cityPage',
  title: 'City page',
  icon: PinIcon,
  list: { title: 'City pages', group: 'pages', orderBy: 'name' },
  fields: [
    ...fieldsIn({ group: 'content' }, [
      line('name', 'The name of the city. It replaces {city} in all texts of the page.', {
        title: 'City',
        advisedMax: 40,
      }),
      slugField('name', 'The end of the address. For example, delhi becomes /seo-services-delhi.'),
      tags(
        'otherNames',
        'Optional. Former and short names and names in Indian scripts that people type, such as Bengaluru for Bangalore, or दिल्ली for Delhi. The address with such a name leads to this page: /seo-services-bengaluru.',
        { title: 'Other names' },
      ),
      defineField({
        name: 'state',
        type: 'stateName',
        description:
          'The locations page groups cities by state. For a city in the Gulf, enter the emirate or the country.',
        validation: (rule) => [rule.required().custom(checkSpelling), rule.custom(warnIfUnknown).warning()],
      }),
      line('search', 'Optional. What people there type into Google. Mark the *telling words*.', {
        title: 'A search in this city',
        required: false,
        advisedMax: 40,
      }),
      paragraph('lead', 'Optional. Shown under the heading. If empty, the text of the template is shown.', {
        title: 'Opening words',
        required: false,
        advisedMax: 200,
      }),
      defineField({
        name: 'picture',
        type: 'picture',
        description:
          'Optional. A photograph or a drawing of the city’s trades, at least 1,920 pixels wide and 640 high. A phone shows the part in the circle. Without a picture, the page shows the city’s name very large.',
      }),
      defineField({
        name: 'location',
        title: 'Place on the map',
        type: 'geopoint',
        options: { input: 'place' },
        description: 'Latitude and longitude of the city, for search engines.',
        validation: (rule) =>
          rule.required().custom((place) => {
            const { lat, lng } = place ?? {};
            if (lat === undefined || lng === undefined) return true;
            return (
              (lat >= 6 && lat <= 38 && lng >= 46 && lng <= 98) ||
              'This point is outside India and the Gulf. Check the latitude and the longitude.'
            );
          }),
      }),
      defineField({
        name: 'insight',
        title: 'About the market',
        type: 'richText',
        description:
          '120 to 180 words that are true only of this city: its trades, its areas, how people there search. Search engines ignore pages that read alike.',
        validation: (rule) => [rule.required().custom(checkHasText), rule.custom(warnIfThin).warning()],
      }),
      list(
        'facts',
        'Three short facts shown next to the text. For example: main trades, business areas, search languages.',
        {
          max: 6,
          item: {
            name: 'cityFact',
            title: 'Fact',
            preview: { title: 'term', subtitle: 'detail' },
            fields: [
              line('term', 'For example: Main trades.', { title: 'Label', advisedMax: 40 }),
              line('detail', 'For example: Textiles and diamonds.', { title: 'Fact', advisedMax: 120 }),
            ],
          },
        },
      ),
      list('nearby', 'Optional. Shown as links to other city pages.', {
        title: 'Nearby cities',
        required: false,
        max: 6,
        item: { to: 'cityPage' },
        check: checkNearby,
      }),
      {
        ...sectionsField(
          'cityPage',
          'Optional. Sections that only this city has, for example its own questions and answers. A section here replaces the section of the same type in the city page template. A section of another type is added before the call to action.',
        ),
        name: 'overrides',
        title: 'Sections for this city',
        validation: undefined,
      },
    ]),
    seoField({
      required: false,
      description:
        'Optional. If empty, the site uses the texts of the city page template with the name of this city.',
    }),
    endField,
  ],
  preview: {
    select: { title: 'name', state: 'state', slug: 'slug.current' },
    prepare: ({ title, state, slug }) => ({
      title,
      subtitle: [state, hrefFor({ _type: 'cityPage', slug })].filter(Boolean).join(' · '),
    }),
  },
});
