import { expect, test } from 'vitest';
import { citiesByState, statePage, statePath } from '#web/content/state-page.ts';
import type { PageContent } from '#web/content/types.ts';
import { describePage } from '#web/seo/page-description.ts';
import { page, site, siteUrl } from './fixture.ts';

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

test('the page of a large state has its own canonical address and title, and no other state has a page', () => {
  const cities = Array.from({ length: 25 }, (_, index) => ({
    ...{ _key: `${index}`, _id: `city-${index}`, _type: 'cityPage' as const, state: 'Goa' as const },
    ...{ name: `City ${index}`, slug: `city-${index}`, search: null, otherNames: null },
  }));
  const list: Extract<PageContent['sections'][number], { _type: 'cityLinks' }> = {
    ...{ _key: 'list', _type: 'cityLinks', mode: 'all', heading: 'Cities', linkText: '', cities },
    ...{ anchor: null, eyebrow: null, intro: null, actions: null, searchesNote: null, gulfSearches: null },
    ...{ findLabel: null, findButton: null, nearText: null, missingText: null, askAction: null },
  };
  const { content } = page({ slug: 'seo-locations', sections: [list] });
  if (content._type !== 'page') throw new Error('The page has another type.');
  const pageOf = (state: string) => statePage(content, '/seo-locations', `/seo-locations/${state}`);
  expect(pageOf('kerala')).toBeNull();
  const goa = pageOf('goa');
  expect(goa && describePage(goa, site, siteUrl)).toMatchObject({
    canonical: 'https://www.agency.example/seo-locations/goa',
    headline: 'Goa: SEO',
  });
});
