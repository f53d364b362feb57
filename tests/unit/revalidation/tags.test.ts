import { describe, expect, test } from 'vitest';
import { publishSchema, tagsOfPublish } from '#web/content/revalidation.ts';

const label = (name: string) => [name, null, null, null];
const page = { _id: 'page-x', _type: 'page', slug: 'x', label: label('X'), listsCities: null };
const lister = { ...page, listsCities: true };
const city = {
  _id: 'city-x',
  _type: 'cityPage',
  slug: 'x',
  label: ['X', 'Kerala', 9.9, 76.2],
  listsCities: null,
};
const stateOf = ({ slug, label: shown, listsCities }: typeof page | typeof lister | typeof city) => ({
  slug,
  label: shown,
  listsCities,
});

describe('what a publish renews', () => {
  test.each([
    ['text of a page', page, stateOf(page), []],
    ['text of a city page', city, stateOf(city), []],
    ['text of the page that lists the cities', lister, stateOf(lister), []],
    ['the title of a page', { ...page, label: label('Y') }, stateOf(page), ['label:page-x', 'labels:page']],
    [
      "a city's name",
      { ...city, label: ['Y', 'Kerala', 9.9, 76.2] },
      stateOf(city),
      ['label:city-x', 'labels:cityPage'],
    ],
    [
      "a city's place on the map",
      { ...city, label: ['X', 'Kerala', 9.9, 76.3] },
      stateOf(city),
      ['label:city-x', 'labels:cityPage'],
    ],
    ['a page that begins to list the cities', lister, stateOf(page), ['lister:cityPage']],
    ['a page that lists them no longer', page, stateOf(lister), ['lister:cityPage']],
    [
      'a page that moves',
      { ...page, slug: 'y' },
      stateOf(page),
      ['label:page-x', 'labels:page', 'address:page-x', 'at:/x', 'at:/y'],
    ],
    [
      'a city page that moves',
      { ...city, slug: 'y' },
      stateOf(city),
      ['label:city-x', 'labels:cityPage', 'address:city-x', 'at:/seo-services-x', 'at:/seo-services-y'],
    ],
    [
      'an older projection, which tells less, of a page',
      { _id: 'page-x', _type: 'page', slug: 'x' },
      { slug: 'x' },
      ['label:page-x', 'labels:page', 'lister:cityPage'],
    ],
    [
      'an older projection of a city page',
      { _id: 'city-x', _type: 'cityPage', slug: 'x' },
      { slug: 'x' },
      ['label:city-x', 'labels:cityPage'],
    ],
  ])('%s', (_, now, then, more) => {
    const publish = publishSchema.parse({ ...now, before: then, operation: 'update' });
    expect(tagsOfPublish(publish)).toEqual([`doc:${now._id}`, `type:${now._type}`, ...more]);
  });

  test.each(['create', 'delete'] as const)('%s of the page that lists the cities', (operation) => {
    const publish = publishSchema.parse({
      ...lister,
      before: operation === 'create' ? null : stateOf(lister),
      operation,
    });
    expect(tagsOfPublish(publish)).toEqual([
      'doc:page-x',
      'type:page',
      'label:page-x',
      'labels:page',
      'lister:cityPage',
      'address:page-x',
      'at:/x',
    ]);
  });
});
