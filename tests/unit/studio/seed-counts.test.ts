import { expect, test } from 'vitest';
import { allPaths, cities } from '../../support/routes.ts';
import { pathOf } from '../../support/seed-content.ts';
import { documents, querySeed } from './seed.ts';

test('are those of the documents', () => {
  const paths = documents.flatMap((document) => pathOf(document) ?? []);
  expect(paths.sort(), 'tests/support/routes.ts has every path of the seed').toEqual(allPaths.toSorted());
});

test('groups 25 cities by state as the specification does', async () => {
  const found = await querySeed('*[_type == "cityPage"] | order(name) {name, state}');
  const expected = cities.map(({ name, state }) => ({ name, state }));
  expect(found).toEqual(expected.sort((a, b) => (a.name < b.name ? -1 : 1)));
  expect(expected).toHaveLength(25);
});

test('leads from the other name of Gurgaon to its page', async () => {
  expect(await querySeed('*[_type == "redirect"]{from, to, permanent}')).toEqual([
    { from: '/seo-services-gurugram', to: '/seo-services-gurgaon', permanent: true },
  ]);
});

/** For each page, a query into its sections and the number it must give. */
const counts: [page: string, what: string, query: string, count: number][] = [
  ['home', 'stat tiles', '[_type == "hero"].figures[]', 4],
  ['home', 'service cards', '[_type == "serviceCards"].cards[]', 6],
  ['home', 'featured cards', '[_type == "featureCards"].cards[]', 3],
  ['home', 'text blocks: tenders, branding, content', '[_type == "textBlock"]', 3],
  ['home', 'rows of figures', '[_type == "figures"]', 1],
  ['home', 'testimonials', '[_type == "testimonials"].testimonials[]', 3],
  ['home', 'industries', '[_type == "iconTiles"].tiles[]', 12],
  ['about', 'story', '[_type == "textBlock"]', 1],
  ['about', 'values', '[_type == "featureCards" && eyebrow == "Values"].cards[]', 4],
  ['about', 'statistics', '[_type == "figures"].figures[]', 6],
  ['about', 'areas of expertise', '[_type == "featureCards" && eyebrow == "Expertise"].cards[]', 4],
  ['about', 'steps', '[_type == "process"].steps[]', 4],
  ['about', 'service highlights', '[_type == "serviceCards"].cards[]', 3],
  ['about', 'lists of reasons', '[_type == "checklist"]', 1],
  ['digital-marketing', 'service cards', '[_type == "serviceCards" && showFeatures].cards[]', 6],
  ['digital-marketing', 'success stories', '[_type == "successStories"].stories[]', 3],
  ['digital-marketing', 'picture tiles', '[_type == "imageTiles"].tiles[]', 4],
  ['digital-marketing', 'reasons', '[_type == "checklist"].points[]', 6],
  ['digital-marketing', 'industries', '[_type == "iconTiles"].tiles[]', 8],
  ['seo-sem', 'service cards', '[_type == "serviceCards"].cards[]', 6],
  ['seo-sem', 'lists of benefits', '[_type == "checklist"]', 1],
  ['seo-sem', 'steps', '[_type == "process"].steps[]', 4],
  ['social-media-marketing', 'service cards', '[_type == "serviceCards"].cards[]', 6],
  ['social-media-marketing', 'questions', '[_type == "faq"].items[]', 1],
  ['tender-services', 'services', '[_type == "serviceCards"].cards[]', 6],
  ['tender-services', 'categories', '[_type == "featureCards"].cards[]', 3],
  ['tender-services', 'states', '[_type == "regions"].regions[]', 5],
  ['tender-services', 'steps', '[_type == "process"].steps[]', 6],
  ['tender-services', 'lists of reasons', '[_type == "checklist"]', 1],
  ['tender-services', 'sectors', '[_type == "iconTiles"].tiles[]', 12],
  ['tender-services', 'track records', '[_type == "figures"]', 1],
  ['tender-services', 'groups of documents', '[_type == "checklistGroups"].groups[]', 4],
  ['tender-services', 'questions', '[_type == "faq"].items[]', 4],
  ['careers', 'lists of openings', '[_type == "jobOpenings" && anchor == "openings"]', 1],
  ['careers', 'figures of the culture section', '[_type == "textBlock"].figures[]', 3],
  ['contact', 'contact details', '[_type == "contactDetails"]', 1],
  ['contact', 'global presence', '[_type == "globalPresence"]', 1],
  ['seo-locations', 'lists of all cities', '[_type == "cityLinks" && mode == "all"]', 1],
];

test.each(counts)('%s: %s', async (page, _what, query, count) => {
  expect(
    await querySeed(`count(*[_type == "page" && slug.current == $page][0].sections${query})`, { page }),
  ).toBe(count);
});

test.each([
  ['figures', '[_type == "figures"].figures[]', 3],
  ['service cards', '[_type == "serviceCards"].cards[]', 3],
  ['benefits', '[_type == "checklist"].points[]', 6],
  ['places for the insight', '[_type == "cityInsight"]', 1],
])('city pages: %s', async (_what, query, count) => {
  expect(await querySeed(`count(*[_type == "cityPageTemplate"][0].sections${query})`)).toBe(count);
});

test.each([
  ['terms-conditions', '2025-10', 12],
  ['refund-policy', '2025-10', 8],
  ['privacy-policy', '2025-01', 11],
])('%s, last updated %s, has %i clauses', async (slug, month, clauses) => {
  const policy = await querySeed(
    '*[_type == "policy" && slug.current == $slug][0]{lastUpdated, "clauses": count(sections)}',
    { slug },
  );
  expect(policy).toEqual({ lastUpdated: expect.stringMatching(`^${month}-`), clauses });
});

test('offers five openings', async () => {
  expect(
    await querySeed('*[_type == "jobOpening"] | order(order) {title, location, jobType, experience}'),
  ).toEqual([
    { title: 'Senior SEO Manager', location: 'Gurugram', jobType: 'Full-time', experience: '5+ years' },
    { title: 'Social Media Manager', location: 'Gurugram', jobType: 'Full-time', experience: '3+ years' },
    { title: 'Content Writer', location: 'Delhi or Remote', jobType: 'Full-time', experience: '1+ year' },
    { title: 'Graphic Designer', location: 'Gurugram', jobType: 'Full-time', experience: null },
    { title: 'Digital Marketing Intern', location: 'Gurugram', jobType: 'Internship', experience: null },
  ]);
});
