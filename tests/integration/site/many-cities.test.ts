import { beforeAll, expect, test } from 'vitest';
import { sharedStack } from '../../support/shared-stack.ts';
import { get } from './site.ts';

const stack = await sharedStack('seeded');
const cities = Array.from({ length: 60 }, (_, index) => `Town ${index}`);

beforeAll(async () => {
  const client = stack.client('editor');
  const model = await client.getDocument('cityPage-kochi');
  if (!model) throw new Error('The seed has no page of Kochi.');
  const transaction = client.transaction();
  for (const [index, name] of cities.entries())
    transaction.create({
      ...model,
      _id: `cityPage-town-${index}`,
      name,
      // Two spellings with the same slug are one state.
      state: index < 30 ? 'Kerala' : index < 45 ? 'Punjab/Haryana' : 'Punjab–Haryana',
      slug: { _type: 'slug', current: `town-${index}` },
    });
  await transaction.commit();
});

test('a state with many cities shows some of them and links to all of them', async () => {
  await expect.poll(async () => (await get(stack, '/seo-locations')).html).toContain('Haryana (31)');
  const { html } = await get(stack, '/seo-locations');
  expect(html).toContain('<a href="/seo-locations/kerala">SEO in Kerala (31)</a>');
  expect(html).toContain('<a href="/seo-locations/punjab-haryana">SEO in Punjab/Haryana (31)</a>');
  expect(html).not.toContain('/seo-locations/gujarat');
  expect(html.match(/<a href="\/seo-services-town-[^"]+">/g)?.length).toBeLessThan(50);
});

test("a state's page lists all its cities", async () => {
  const { status, html } = await get(stack, '/seo-locations/kerala');
  expect(status).toBe(200);
  expect(html.match(/<a href="\/seo-services-[^"]+">SEO in /g)).toHaveLength(31);
  expect(html).toMatch(/<h1[^>]*>Kerala<\/h1>/);
});

test('the sitemap lists the pages of states that have one', async () => {
  const sitemap = await (await fetch(`${stack.siteUrl}/sitemap.xml`)).text();
  const below = sitemap.match(/<loc>[^<]*\/seo-locations\/[^<]*<\/loc>/g)?.toSorted();
  expect(below).toEqual(
    ['kerala', 'punjab-haryana'].map((state) => `<loc>${stack.siteUrl}/seo-locations/${state}</loc>`),
  );
});

test.each(['/seo-locations/gujarat', '/seo-locations/nowhere', '/about/kerala'])(
  '%s is not a page',
  async (path) => {
    expect((await get(stack, path)).status).toBe(404);
  },
);

test("a new city appears in the list and on its state's page", async () => {
  const client = stack.client('editor');
  const model = await client.getDocument('cityPage-kochi');
  if (!model) throw new Error('The seed has no page of Kochi.');
  await client.create({
    ...model,
    _id: 'cityPage-newest',
    name: 'Newest town',
    slug: { _type: 'slug', current: 'newest' },
  });
  await expect
    .poll(async () => (await get(stack, '/seo-locations/kerala')).html)
    .toContain('SEO in Newest town');
  expect((await get(stack, '/seo-locations')).html).toContain('SEO in Kerala (32)');
});
