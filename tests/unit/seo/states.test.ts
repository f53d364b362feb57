import { expect, test } from 'vitest';
import { citiesByState, statePath } from '#web/content/state-page.ts';

const towns = (count: number, state: string | null) => Array.from({ length: count }, () => ({ state }));

test('spellings with the same slug are one state, and slugs keep the combining marks of Indian scripts', () => {
  const states = citiesByState([...towns(2, 'Punjab/Haryana'), ...towns(1, 'Punjab – Haryana')]);
  expect(states).toMatchObject([{ state: 'Punjab/Haryana', cities: [{}, {}, {}] }]);
  expect(statePath('/seo-locations', 'उत्तर प्रदेश')).toBe('/seo-locations/उत्तर-प्रदेश');
});

test('a draft without a state is listed, without creating a page for an unnamed state', () => {
  expect(citiesByState([...towns(30, null), ...towns(25, 'Kerala'), ...towns(24, 'Goa')])).toMatchObject([
    { state: '', hasPage: false },
    { state: 'Kerala', hasPage: true },
    { state: 'Goa', hasPage: false },
  ]);
});
