import { describe, expect, test } from 'vitest';
import data from '#studio/cities/places.json' with { type: 'json' };
import { findPlace } from '#studio/cities/places.ts';
import { dots, pointOn } from '#web/components/drawings/india.ts';
import { cities } from '../../support/routes.ts';

/** The dots of the map's path, by rows from the north. */
const dotsOfIndia = [...dots.matchAll(/M(\d+) (\d+)h([\d.]+)/g)].flatMap(([, x, y, length]) =>
  Array.from(
    { length: Math.floor(Number(length)) + 1 },
    (_, index) => [Number(x) + index, Number(y)] as const,
  ),
);

/** Returns a place's distance from the nearest dot, in dots. Undefined outside the map. */
function distanceToLand(place: { lat: number; lng: number }) {
  const point = pointOn(place);
  if (!point) return undefined;
  return Math.min(...dotsOfIndia.map(([x, y]) => Math.hypot(x - point.x, y - point.y)));
}

describe('the map of India', () => {
  test("has India's extent according to the Survey of India", () => {
    const ends = {
      'Indira Col': [35.67, 76.84],
      Gilgit: [35.92, 74.31],
      Muzaffarabad: [34.37, 73.47],
      'Aksai Chin': [35.1, 79.5],
      'Sir Creek': [23.75, 68.5],
      Kibithu: [28.28, 97.02],
      Gangtok: [27.33, 88.61],
      Agartala: [23.83, 91.28],
      Kanyakumari: [8.08, 77.55],
      'North Andaman': [13.3, 92.97],
      'Great Nicobar': [7, 93.8],
    };
    for (const [name, [lat = 0, lng = 0]] of Object.entries(ends))
      expect(distanceToLand({ lat, lng }), name).toBeLessThan(1);
  });

  test.each(cities)('$name is on a dot or next to one', ({ name, state }) => {
    const place = findPlace(name, state);
    expect(typeof place === 'string' ? place : distanceToLand(place.location)).toBeLessThan(0.8);
  });

  // Islands that are smaller than the area of a dot.
  const smaller = ['Andaman and Nicobar Islands', 'Lakshadweep'];

  test.each(Object.entries(data.places).filter(([state]) => !smaller.includes(state)))(
    'the places of %s are on a dot, next to one, or outside the map',
    (_state, places) => {
      for (const [name, [lat = 0, lng = 0]] of Object.entries<number[]>(places))
        expect(distanceToLand({ lat, lng }) ?? 0, name).toBeLessThan(1);
    },
  );
});
