import { expect, test } from 'vitest';
import { type City, findCity } from '#web/sections/city-links/find-city.ts';
import { querySeed } from '../studio/seed.ts';

const cities: City[] = JSON.parse(
  JSON.stringify(
    await querySeed(
      '*[_type == "cityPage"]{"_key": _id, _id, _type, name, state, "slug": slug.current, location, otherNames}',
    ),
  ),
);

test.each([
  ['Delhi', 'delhi'],
  ['new delhi', 'delhi'],
  ['BENGALURU', 'bangalore'],
  ['  Béngalurú ', 'bangalore'],
  ['मुंबई', 'mumbai'],
  ['मुम्बई', 'mumbai'],
  // With and without the dot below, which many keyboards lack.
  ['गाज़ियाबाद', 'ghaziabad'],
  ['गाजियाबाद', 'ghaziabad'],
  ['चण्डीगढ', 'chandigarh'],
  // A word of the same letters with other vowel signs is another name.
  ['पाटना', undefined],
  // A wrong letter never decides.
  ['Gurugran', undefined],
  ['', undefined],
])('%j', (typed, slug) => expect(findCity(cities, typed).city?.slug).toBe(slug));

test('offers the cities whose names contain the input', () => {
  expect(
    findCity(cities, 'pur')
      .near.map(({ name }) => name)
      .sort(),
  ).toEqual(['Jaipur', 'Nagpur', 'Raipur']);
  expect(findCity(cities, 'Delhi NCR').near.map(({ name }) => name)).toEqual(['Delhi']);
  expect(findCity(cities, 'a').near).toEqual([]);
  expect(findCity(cities, '123').near).toEqual([]);
});

test.each([
  ['Mumbay', ['Mumbai']],
  ['Gurugran', ['Gurgaon']],
  ['Hyderbad', ['Hyderabad']],
  ['Dehli', ['Delhi']],
  ['हैदाराबाद', ['Hyderabad']],
  // Too many wrong letters, or too few letters to tell.
  ['Mombasa', []],
  ['Puno', []],
])('proposes for the misspelt %j %j', (typed, names) => {
  const { city, near } = findCity(cities, typed);
  expect(city).toBeUndefined();
  expect(near.map(({ name }) => name)).toEqual(names);
});

test('every city has its name in a script of India, and no name leads to two cities', () => {
  const indic =
    /^[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gurmukhi}\s]+$/u;
  for (const { name, otherNames } of cities) {
    expect(
      otherNames?.filter((other) => indic.test(other)),
      name,
    ).not.toEqual([]);
    for (const other of [name, ...(otherNames ?? [])])
      expect(cities.filter((one) => findCity([one], other).city).map((one) => one.name)).toEqual([name]);
  }
});
