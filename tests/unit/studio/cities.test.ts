import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { columns, type StoredCity, storedCity } from '#studio/cities/columns.ts';
import data from '#studio/cities/places.json' with { type: 'json' };
import { findPlace } from '#studio/cities/places.ts';
import { planCities } from '#studio/cities/plan.ts';
import { readTable, writeTable } from '#studio/cities/table.ts';
import { similarityFinder } from '#studio/publishing/similarity.ts';
import { documents, nothing } from './seed.ts';

const places = Object.entries(data.places).flatMap(([state, cities]) =>
  Object.entries<number[]>(cities).map(([name, [lat = 0, lng = 0]]) => ({ state, name, lat, lng })),
);

describe('places', () => {
  test('are found by each of their names', () => {
    for (const { state, name, lat, lng } of places)
      for (const spelling of name.split('|'))
        expect(findPlace(spelling, state), spelling).toMatchObject({ state, location: { lat, lng } });
  });

  test.each([
    ['  vizag ', undefined, { state: 'Andhra Pradesh' }],
    ['Gurgaon', 'Delhi NCR', { state: 'Haryana' }],
    ['Dubai', 'United Arab Emirates', { state: 'Dubai' }],
    ['Aurangabad', 'Bihar', { location: { lat: 24.75 } }],
  ])('%s in %s is found', (name, state, place) => expect(findPlace(name, state)).toMatchObject(place));

  test.each([
    ['Aurangabad', undefined, /exists in Bihar and in Maharashtra\. Enter the state/],
    ['Jaipur', 'Kerala', /is in Rajasthan, not in Kerala/],
    ['Nowhere', undefined, /not found.*latitude and longitude/],
  ])('%s in %s is not, which says what to do', (name, state, problem) =>
    expect(findPlace(name, state)).toMatch(problem),
  );
});

/** The cells of the rows that a table is read as. */
function cellsOf(text: string) {
  const read = readTable(text);
  return typeof read === 'string' ? read : read.map(({ cells }) => cells);
}

describe('a table', () => {
  const titles = columns.map(({ title }) => title);

  test('that was written is read as it was, whatever its cells begin with', () => {
    const cell = fc
      .oneof(
        fc.string({ unit: 'grapheme' }),
        fc.string({
          unit: fc.constantFrom("'", '=', '+', '-', '@', ';', ',', '"', '\n', '\t', ' ', 'ज', 'م', '＝'),
        }),
      )
      .map((text) => text.replaceAll(/[\r\ufffd\0]/g, '').trim());
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: titles.length, maxLength: titles.length })),
        (rows) => {
          const filled = rows.map((cells) => ['x', ...cells.slice(1)]);
          const read = cellsOf(writeTable([titles, ...filled]));
          if (filled.length > 0)
            expect(read).toEqual(
              filled.map((cells) => Object.fromEntries(titles.map((title, at) => [title, cells[at]]))),
            );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('holds nothing that a spreadsheet would run', () => {
    const csv = writeTable([['=1+1', ' +1', '@x', "'-1", 'a;=b', '＝1', 'fine = so']]);
    expect(csv).toBe(`\ufeff"'=1+1","' +1","'@x","''-1","a;'=b","'＝1","fine = so"\r\n`);
  });

  test.each([
    ['cells of Excel', 'City\tText\r\nPune\t"One.\n\nTwo, ""so"""\r\nSurat\tFive 5" pipes\r\n'],
    ['with semicolons', '\ufeffcity;TEXT\r\nPune;"One.\r\n\r\nTwo, ""so"""\r\nSurat;Five 5" pipes'],
    ['with commas', 'City,Text\n\nPune,"One.\n\nTwo, ""so"""\n,\nSurat,Five 5" pipes\n'],
  ])('of %s is read', (_what, text) =>
    expect(cellsOf(text)).toEqual([
      { City: 'Pune', Text: 'One.\n\nTwo, "so"' },
      { City: 'Surat', Text: 'Five 5" pipes' },
    ]),
  );

  test.each([
    ['City\n\n', /at least one city/],
    ['City,Sate\nPune,X', /Unknown column: “Sate”/],
    ['State\nKerala', /“City” is missing/],
    ['City,City\nPune,Pune', /same name/],
    ['City\n"Pune', /cannot be read/],
    ['City,Text\nPune,One,two', /cannot be read.*line 2.*quotes around/],
    ['City\nP\ufffdne', /CSV UTF-8/],
    [`City\n${'Pune\n'.repeat(2001)}`, /at most 2,000/],
  ])('that cannot be taken says why: %j', (text, problem) => expect(cellsOf(text)).toMatch(problem));
});

const around = {
  ...nothing,
  redirects: [{ _id: 'r', from: '/seo-services-oldtown', to: '/about' }],
  figures: ['years'],
};
const stored = documents
  .filter(({ _type }) => _type === 'cityPage')
  .map((city) => storedCity.parse({ ...city, _rev: 'r' }));

function plan(rows: Record<string, string>[], cities: StoredCity[] = stored) {
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const read = readTable(writeTable([titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))]));
  if (typeof read === 'string') throw new Error(read);
  return planCities(read, cities, around);
}

describe('a table of cities', () => {
  const good = {
    City: 'Agra',
    Text: 'Marble and leather.',
    Facts: 'Main trades: Marble | Searches in: Hindi',
  };

  test('that was written from the seed changes nothing', () => {
    const rows = stored.map((city) =>
      Object.fromEntries(columns.map(({ title, field, read }) => [title, read(city[field])])),
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(plan(rows).filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
  });

  test('makes a whole city of a name, a text and facts, and the same one again', () => {
    const [made] = plan([good]);
    expect(made).toMatchObject({
      outcome: 'new',
      id: 'cityPage-agra',
      city: {
        state: 'Uttar Pradesh',
        location: { lat: 27.18, lng: 78.01 },
        facts: [{ term: 'Main trades' }, {}],
      },
    });
    const city = storedCity.parse({ ...made?.city, _id: 'cityPage-agra', _rev: 'r', _type: 'cityPage' });
    const [firstBlock] = z.array(z.unknown()).parse(city.insight);
    expect(plan([good], [city])).toMatchObject([{ outcome: 'unchanged' }]);
    expect(plan([{ ...good, Text: 'Marble and leather.\n\nTaj.' }], [city])).toMatchObject([
      { outcome: 'changed', changed: new Map([['Text', 'insight']]), city: { insight: [firstBlock, {}] } },
    ]);
  });

  test.each([
    ['no name', { ...good, City: '' }, /name of the city/],
    ['a place nobody knows', { ...good, City: 'Nowhere' }, /not found/],
    ['an address that is redirected', { ...good, Address: 'oldtown' }, /redirects to .*about/],
    [
      'a second address for a city',
      { ...good, City: 'Delhi', Address: 'new-delhi' },
      /already has this city as Delhi\. To change that page, enter delhi as the address/,
    ],
    ['a city by another of its names', { ...good, City: 'Bengaluru' }, /has this city as Bangalore/],
    ['a figure that does not exist', { ...good, Text: 'For {ages} years.' }, /\{ages\}/],
  ])('refuses %s', (_what, row, reason) => {
    const [one] = plan([row]);
    expect(one?.outcome).toBe('error');
    expect(one?.reasons.join()).toMatch(reason);
  });

  test('refuses the second of two rows for a city, and what somebody is changing', () => {
    expect(plan([good, { ...good, Address: 'agra' }])).toMatchObject([
      { outcome: 'new' },
      { outcome: 'error', reasons: ['Row 2 is the same city. Keep one of them.'] },
    ]);
    const draft = { ...stored[0], _id: 'drafts.cityPage-delhi', _rev: 'r', _type: 'cityPage' as const };
    expect(plan([{ City: 'Delhi', Text: 'New.' }], [...stored, draft])).toMatchObject([{ outcome: 'error' }]);
  });

  test('says how much of a text is on another page', () => {
    const text = columns.find(({ title }) => title === 'Text')?.read(stored[0]?.insight) ?? '';
    const copies = [good, { ...good, City: 'Meerut', Text: text }, { ...good, City: 'Kanpur', Text: text }];
    expect(plan(copies)).toMatchObject([
      { outcome: 'new' },
      {
        outcome: 'review',
        similarity: { share: 1 },
        reasons: [expect.stringMatching(/^100%/)],
      },
      { outcome: 'review' },
    ]);
  });
});

test('similarity is the same among all as with each', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 }).map((words) => words.join(' '));
  const city = fc.record({ name: fc.constantFrom('Agra', 'Pune'), text });
  fc.assert(
    fc.property(city, fc.array(city), (own, others) => {
      const shares = others.map((other) => similarityFinder([other])(own)?.share ?? 0);
      expect(similarityFinder(others)(own)?.share ?? 0).toBe(Math.max(0, ...shares));
    }),
  );
});
