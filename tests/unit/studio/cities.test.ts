import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { knownStates } from '#schemas/states.ts';
import { columns, type StoredCity, storedCity } from '#studio/cities/columns.ts';
import data from '#studio/cities/places.json' with { type: 'json' };
import { findPlace } from '#studio/cities/places.ts';
import { planCities } from '#studio/cities/plan.ts';
import { readTable, writeTable } from '#studio/cities/table.ts';
import { similarityFinder } from '#studio/publishing/similarity.ts';
import { documents, nothing } from './seed.ts';

/** South, north, west and east of states, generously. */
const bounds: Record<string, [south: number, north: number, west: number, east: number]> = {
  'Andaman and Nicobar Islands': [6.7, 13.7, 92.2, 94],
  'Andhra Pradesh': [12.6, 19.2, 76.7, 84.8],
  'Arunachal Pradesh': [26.6, 29.5, 91.5, 97.5],
  Assam: [24.1, 28, 89.6, 96.1],
  Bihar: [24.2, 27.6, 83.3, 88.4],
  Chandigarh: [30.6, 30.9, 76.6, 77],
  Chhattisgarh: [17.7, 24.2, 80.2, 84.5],
  'Dadra and Nagar Haveli and Daman and Diu': [20, 20.9, 70.8, 73.3],
  'Delhi NCR': [28.4, 28.9, 76.8, 77.4],
  Goa: [14.8, 15.9, 73.6, 74.4],
  Gujarat: [20, 24.8, 68, 74.5],
  Haryana: [27.6, 31, 74.4, 77.7],
  'Himachal Pradesh': [30.3, 33.3, 75.5, 79.1],
  'Jammu and Kashmir': [32.2, 35, 73.3, 77],
  Jharkhand: [21.9, 25.4, 83.3, 88],
  Karnataka: [11.5, 18.5, 74, 78.6],
  Kerala: [8.2, 12.9, 74.8, 77.5],
  Ladakh: [32.2, 36, 75.5, 80],
  Lakshadweep: [8, 12.5, 71.7, 74],
  'Madhya Pradesh': [21, 26.9, 74, 82.9],
  Maharashtra: [15.6, 22.1, 72.6, 81],
  Manipur: [23.8, 25.8, 92.9, 94.8],
  Meghalaya: [25, 26.2, 89.8, 92.9],
  Mizoram: [21.9, 24.6, 92.2, 93.5],
  Nagaland: [25.1, 27.1, 93.3, 95.3],
  Odisha: [17.7, 22.6, 81.3, 87.6],
  Puducherry: [10.8, 12.1, 79.6, 80],
  Punjab: [29.5, 32.6, 73.8, 77],
  Rajasthan: [23, 30.3, 69.4, 78.3],
  Sikkim: [27, 28.2, 88, 89],
  'Tamil Nadu': [8, 13.6, 76.2, 80.4],
  Telangana: [15.8, 19.95, 77.2, 81.4],
  Tripura: [22.9, 24.6, 91.1, 92.4],
  'Uttar Pradesh': [23.8, 30.5, 77, 84.7],
  Uttarakhand: [28.7, 31.5, 77.5, 81.1],
  'West Bengal': [21.5, 27.3, 85.8, 89.9],
  'Abu Dhabi': [22.6, 25.3, 51.4, 56.1],
  Ajman: [25.3, 25.5, 55.4, 55.6],
  Dubai: [24.7, 25.4, 54.8, 55.7],
  Fujairah: [25, 25.7, 56, 56.4],
  'Ras Al Khaimah': [25.4, 26.1, 55.7, 56.2],
  Sharjah: [24.8, 25.5, 55.3, 56.4],
  'Umm Al Quwain': [25.3, 25.7, 55.4, 55.9],
  Bahrain: [25.8, 26.4, 50.3, 50.8],
  Kuwait: [28.5, 30.1, 46.5, 48.5],
  Oman: [16.6, 26.5, 52, 59.9],
  Qatar: [24.4, 26.2, 50.7, 51.7],
  'Saudi Arabia': [16.3, 32.2, 46, 55.7],
};

describe('places', () => {
  test.each(Object.entries(data.places))('of %s lie in it', (state, cities) => {
    expect(knownStates).toContain(state);
    const [south = 0, north = 0, west = 0, east = 0] = bounds[state] ?? [];
    for (const [name, [lat = 0, lng = 0]] of Object.entries<number[]>(cities)) {
      expect(lat >= south && lat <= north && lng >= west && lng <= east, `${name} ${lat} ${lng}`).toBe(true);
      for (const spelling of name.split('|'))
        expect(findPlace(spelling, state), spelling).toMatchObject({ state, location: { lat, lng } });
    }
  });

  test.each([
    ['Bangalore', undefined, { state: 'Karnataka', location: { lat: 12.97 } }],
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

  test.each([['of Hindi and Arabic', 'City,State\nजयपुर,राजस्थान\nدبي,دبي', ['जयपुर', 'دبي']]])(
    '%s is read',
    (_what, text, names) => expect(cellsOf(text)).toMatchObject(names.map((City) => ({ City }))),
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
    ['a place of another state', { ...good, State: 'Kerala' }, /not in Kerala/],
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
        reasons: [/100%/].map(() => expect.stringMatching(/^100%/)),
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
