import type { HTMLElement } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collapseSpaces, fetchPage } from '../../support/html.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'] });
});
afterAll(() => stack?.stop());

const streetOn = async (path: string) =>
  (await fetchPage(stack.siteUrl, path)).root.querySelector('main .street');
const textOf = (element: HTMLElement | null | undefined) => collapseSpaces(element?.text ?? '');

describe('the street of the home page', () => {
  test('has signs that are links to the pages of the services', async () => {
    const street = await streetOn('/');
    const signs = street?.querySelectorAll('li a') ?? [];
    expect(signs.map((sign) => [textOf(sign), sign.getAttribute('href')])).toEqual([
      ['Found in search', '/seo-sem'],
      ['Social media', '/social-media-marketing'],
      ['Branding', '/digital-marketing'],
      ['Content', '/digital-marketing'],
      ['Tenders', '/tender-services'],
      ['Ads, this big', '/digital-marketing'],
    ]);
  });

  test('loads one picture of a reserved size, with another for dark mode', async () => {
    const street = await streetOn('/');
    const image = street?.querySelector('img');
    expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['1200', '340']);
    expect(street?.querySelectorAll('source[media="(prefers-color-scheme: dark)"]')).toHaveLength(1);
  });
});

describe('a street that is only half filled in', () => {
  const sign = { _type: 'streetSign', _key: 'a', label: 'Branding', x: 60, y: 50 };
  const showing = async (slug: string, street: object) => {
    const client = stack.client('editor');
    await client.createOrReplace({
      _id: `page-${slug}`,
      _type: 'page',
      title: slug,
      slug: { _type: 'slug', current: slug },
      sections: [{ _type: 'hero', _key: 'a', heading: 'Half a street', art: 'none', street }],
    });
    const headingOf = async () =>
      textOf((await fetchPage(stack.siteUrl, `/${slug}`)).root.querySelector('h1'));
    await expect.poll(headingOf).toBe('Half a street');
    return streetOn(`/${slug}`);
  };
  const pictureOfHome = () =>
    stack.client('editor').fetch('*[_id == "page-home"][0].sections[0].street.picture');

  test('is left out without its picture', async () => {
    expect(await showing('no-picture', { _type: 'street', signs: [sign] })).toBeNull();
  });

  test('has no list without signs', async () => {
    const street = await showing('no-signs', { _type: 'street', picture: await pictureOfHome() });
    expect(street?.querySelectorAll('img')).toHaveLength(1);
    expect(street?.querySelectorAll('ul')).toHaveLength(0);
  });

  test('shows a sign without a page as text', async () => {
    const street = await showing('no-page', {
      _type: 'street',
      picture: await pictureOfHome(),
      signs: [sign, { _type: 'streetSign', _key: 'b', label: 'Content' }],
    });
    expect(street?.querySelectorAll('li').map(textOf)).toEqual(['Branding', 'Content']);
    expect(street?.querySelectorAll('a')).toHaveLength(0);
  });
});

describe('a city page', () => {
  test('shows the picture of its trades', async () => {
    const street = await streetOn('/seo-services-surat');
    expect(street?.querySelector('img')?.getAttribute('alt')).toMatch(/^Saris on a rack/);
  });

  test('shows the name and the trades of a city without a picture', async () => {
    await stack.client('editor').patch('cityPage-raipur').unset(['picture']).commit();
    const lines = async () => (await streetOn('/seo-services-raipur'))?.querySelectorAll('p').map(textOf);
    await expect.poll(lines).toEqual(['Sponge iron and steel, rice milling, cement, power', 'Raipur']);
    expect((await streetOn('/seo-services-raipur'))?.querySelectorAll('img')).toHaveLength(0);
  });
});
