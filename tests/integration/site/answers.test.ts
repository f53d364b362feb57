import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { collapseSpaces } from '../../support/html.ts';
import { cities, cityPaths } from '../../support/routes.ts';
import { sharedStack } from '../../support/shared-stack.ts';
import { get } from './site.ts';

const stack = await sharedStack('seeded');
const client = stack.client('editor');

const read = async (path: string) => {
  const { html, ...response } = await get(stack, path);
  return { ...response, html, page: parse(html) };
};
const textOf = (element: HTMLElement | null | undefined) => collapseSpaces(element?.text ?? '');

describe('what one more enquiry is worth', () => {
  const figures = { currency: 'INR', enquiries: '40', share: '10', value: '2.5 lakh', spend: '5,00,000' };
  const answerTo = async (change: Record<string, string> = {}) => {
    const query = new URLSearchParams({ tool: 'enquiry-value', ...figures, ...change });
    const response = await read(`/digital-marketing?${query}`);
    return { ...response, answer: response.page.querySelector('#enquiry-value') };
  };

  test('the page computes the example until a visitor answers', async () => {
    const { page, headers } = await read('/digital-marketing');
    expect(textOf(page.querySelector('#enquiry-value'))).toMatch(/^Example.*₹2,500 to you/);
    expect(headers.get('cache-control')).not.toMatch('private');
  });

  test('an answer is a sentence and a drawn line, for this visitor alone', async () => {
    const { page, answer, headers, html } = await answerTo();
    expect(textOf(answer)).toMatch(/₹25,000 to you\. ₹5,00,000 a month.*with 20 more enquiries a month/);
    expect(answer?.querySelectorAll('.plot-point dd').map(textOf)).toEqual(['₹0', '₹2,50,000', '₹5,00,000']);
    expect(headers.get('cache-control')).toBe('private, no-cache, no-transform');
    expect(html).toContain('<meta name="robots" content="noindex');
    expect(textOf(page.querySelector('title'))).toMatch(/^What is one more enquiry worth\?/);
    expect((await read('/digital-marketing')).html).not.toContain('5,00,000');
  });

  test('a wrong figure stays in its field, with an error', async () => {
    const { page, html } = await answerTo({ value: '"><script>' });
    expect(textOf(page.querySelector('[role="alert"]'))).toContain('the value of one customer in rupees');
    expect(page.querySelector('[name="value"]')?.getAttribute('value')).toBe('"><script>');
    expect(page.querySelector('[name="spend"]')?.getAttribute('value')).toBe('5,00,000');
    expect(html).not.toContain('"><script>');
    expect(page.querySelector('#enquiry-value .plot')).toBeNull();
  });
});

describe('the box that finds a city', () => {
  const find = async (city: string) => {
    const response = await read(`/seo-locations?${new URLSearchParams({ tool: 'city', city })}`);
    return { ...response, notice: response.page.querySelector('#find [role="status"]') };
  };

  test('leads from a name to its page', async () => {
    const { status, headers } = await find('मुंबई');
    expect([status, headers.get('location')]).toEqual([307, '/seo-services-mumbai']);
    expect(headers.get('cache-control')).toMatch('private');
  });

  test('follows a redirect of an editor from the address with that name to a city', async () => {
    const redirect = { _type: 'redirect', permanent: true };
    await client.create({ ...redirect, from: '/seo-services-garden-city', to: '/seo-services-bangalore' });
    await client.create({ ...redirect, from: '/seo-services-anywhere', to: '/about' });
    const target = async () => (await find('Garden City')).headers.get('location');
    await expect.poll(target).toBe('/seo-services-bangalore');
    expect((await find('Anywhere')).status).toBe(200);
  });

  test('proposes the city that a misspelt name probably means, and decides nothing', async () => {
    const { status, notice } = await find('Satna');
    expect(status).toBe(200);
    const links = notice?.querySelectorAll('li a').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/seo-services-patna']);
    expect(textOf(notice?.querySelector('b'))).toBe('Satna');
    expect(notice?.querySelector('a[href*="message="]')).not.toBeNull();
  });

  test('says when a city has no page, and offers an enquiry that names the city', async () => {
    const { page, notice } = await find('Shillong');
    expect(textOf(notice)).toContain('Shillong: we have no page for this city yet');
    const enquiry = new URL(notice?.querySelector('a')?.getAttribute('href') ?? '', stack.siteUrl);
    expect([enquiry.pathname, enquiry.searchParams.get('service')]).toEqual(['/contact', 'seo']);
    expect(enquiry.searchParams.get('message')).toContain('Shillong');
    expect(page.querySelector('#find [name="city"]')?.getAttribute('value')).toBe('Shillong');
  });

  test('stands with a list of all cities, each state above its own, below what people search for', async () => {
    const { page } = await read('/seo-locations');
    const searches = page.querySelectorAll('main .exhibit ul a');
    // The words between asterisks are marked.
    expect(
      searches.map((link) => [link.getAttribute('href'), textOf(link), textOf(link.querySelector('.pen'))]),
    ).toContainEqual(['/seo-services-pune', 'cnc job work chakan Pune', 'chakan']);
    const states = page.querySelectorAll('main div:has(> h2:first-child + ul.cities)').map((group) => ({
      state: textOf(group.querySelector('h2')),
      paths: group.querySelectorAll('a').map((link) => link.getAttribute('href')),
    }));
    expect(states.flatMap(({ paths }) => paths).toSorted()).toEqual(cityPaths.toSorted());
    for (const { name, state, path } of cities)
      expect(states.find(({ paths }) => paths.includes(path))?.state, name).toBe(state);
  });
});

test('prices are marks on one scale in rupees, each with its unit', async () => {
  const { page } = await read('/prices');
  const marks = page.querySelectorAll('main li:has(.price-mark)');
  expect(textOf(marks[0]?.querySelector('p'))).toBe('₹25,000 a month');
  expect(marks[0]?.querySelector('.price-mark')?.getAttribute('style')).toMatch(/^width:31\.25%/);
  const ticks = page.querySelectorAll('main li[aria-hidden] p span').map(textOf);
  expect(ticks).toEqual(['₹0', '₹20,000', '₹40,000', '₹60,000', '₹80,000']);
  for (const mark of marks)
    expect(page.querySelector(mark.querySelector('a')?.getAttribute('href') ?? '-')).not.toBeNull();
});

describe('a street', () => {
  const streetOn = async (path: string) => (await read(path)).page.querySelector('main div:has(> .ground)');

  test('of a city shows its trades, also without a picture', async () => {
    const surat = await streetOn('/seo-services-surat');
    expect(surat?.querySelector('img')?.getAttribute('alt')).toMatch(/saree/);
    await client.patch('cityPage-raipur').unset(['picture']).commit();
    const raipur = () => streetOn('/seo-services-raipur');
    const lines = async () => (await raipur())?.querySelectorAll('p').map(textOf);
    await expect.poll(lines).toEqual(['Sponge iron and steel, rice milling, cement, power', 'Raipur']);
    expect((await raipur())?.querySelectorAll('img')).toHaveLength(0);
  });
});
