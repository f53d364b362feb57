import { createServer } from 'node:http';
import { createClient, type SanityClient } from '@sanity/client';
import { describe, expect, test } from 'vitest';
import { checkNearby } from '#schemas/documents/city-page.ts';
import { checkSitePath, checkWebAddress } from '#schemas/link-rules.ts';
import { checkEnd } from '#schemas/objects/page-end.ts';
import { checkHasText } from '#schemas/objects/rich-text.ts';
import { strayBrace } from '#schemas/placeholders.ts';
import { checkAgainstOthers, checkSource, checkTarget, comparablePath } from '#schemas/redirect-rules.ts';
import { checkSlug } from '#schemas/slug-rules.ts';
import { checkSpelling, knownStates, tenderPortals, warnIfUnknown } from '#schemas/states.ts';
import { checkFigureKey, checkPhone } from '#schemas/text-rules.ts';
import { listen } from '../../support/listen.ts';

test.each<{
  check: (text: string | undefined) => unknown;
  accepted: (string | undefined)[];
  refused: (string | undefined)[];
}>([
  {
    check: checkSitePath,
    accepted: ['/', '/contact', '/pay-online?bill=INV-1&amount=10.00', '/careers#openings', '#openings'],
    refused: [
      ...[undefined, '', 'contact', '//evil.example', '/\\evil.example', '/with space'],
      ...['javascript:alert(1)', 'https://example.com'],
    ],
  },
  {
    check: checkWebAddress,
    accepted: ['http://example.com/a?b=c#d'],
    refused: [
      ...[undefined, 'example.com', 'javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x'],
      ...['mailto:a@b.c'],
    ],
  },
  {
    check: checkSource,
    accepted: ['/old', '/old/page.html'],
    refused: [undefined, '/', '#part', '/old?x=1', '/studio', '/api/revalidate', 'https://example.com'],
  },
  {
    check: checkTarget,
    accepted: ['/new#part', 'https://example.com/x'],
    refused: [undefined, 'new', '//evil.example', 'javascript:alert(1)'],
  },
  {
    check: checkPhone,
    accepted: [
      ...['+91 98765 43210', '+91 00000 00000', '+91-124-4567890', '+39 06 1234 5678', undefined],
      ...['+225 07 08 09 10 11', '\u202a+91\u00a098765\u00a043210\u202c', '+91\u200b98765\u202f43210'],
    ],
    refused: [
      ...['98765 43210', '+0 123456789', '+91 12', 'call us', '+91 98765 43210 ext 2'],
      ...['+971 050 123 4567', '+91 098765 43210', '+44 020 7946 0000', '+9710501234567'],
    ],
  },
  {
    check: checkFigureKey,
    accepted: ['years', 'tendersWon', 'top10'],
    refused: ['Years', '10th', 'won tenders', 'won-tenders', 'city', 'agency', 'phone'],
  },
])('$check.name accepts $accepted and refuses $refused', ({ check, accepted, refused }) => {
  expect(accepted.filter((text) => check(text) !== true)).toEqual([]);
  expect(refused.filter((text) => typeof check(text) !== 'string')).toEqual([]);
});

test('a required text needs at least one word, a picture or a table', () => {
  const paragraph = (text: string) => ({ _type: 'block', children: [{ _type: 'span', text }] });
  for (const text of [[], [paragraph(' ')], [paragraph(''), paragraph('')]])
    expect(checkHasText(text)).toEqual(expect.any(String));
  for (const text of [undefined, [paragraph(''), paragraph('अ')], [{ _type: 'picture' }]])
    expect(checkHasText(text)).toBe(true);
});

test.each([
  ['the city itself', 'cityPage-pune', false],
  ['the city itself, in a draft', 'drafts.cityPage-pune', false],
  ['the city itself, in a release', 'versions.rMay.cityPage-pune', false],
  ['another city', 'cityPage-nagpur', true],
])('checks a nearby city that is %s', (_what, _id, allowed) => {
  expect(checkNearby([{ _ref: 'cityPage-pune' }], { document: { _id } }) === true).toBe(allowed);
});

const documentOf = (type: string, slug: string) => ({
  ...{ _id: `${type}-${slug}`, _type: type, slug: { current: slug } },
  ...{ _createdAt: '', _updatedAt: '', _rev: '' },
});

/** Runs a check whose queries have this result, if they use the perspective. */
async function runCheck<Result>(
  perspective: 'drafts' | 'raw',
  result: unknown[],
  check: (getClient: () => SanityClient) => Promise<Result>,
): Promise<Result> {
  const server = createServer(({ url = '' }, response) => {
    const isAsked = new URL(url, 'http://localhost').searchParams.get('perspective') === perspective;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ result: isAsked ? result : [] }));
  });
  const apiHost = `http://127.0.0.1:${await listen(server)}`;
  const client = createClient({
    ...{ projectId: 'test', dataset: 'test', apiVersion: '2025-02-19' },
    ...{ apiHost, useProjectHostname: false, useCdn: false },
  });
  return check(() => client).finally(() => server.close());
}

test('an address is refused if an unpublished page of another type has it', async () => {
  const draft = { _id: 'drafts.terms', _type: 'policy', slug: 'terms' };
  const document = documentOf('page', 'terms');
  const found = await runCheck('raw', [draft], (getClient) =>
    checkSlug({ _type: 'slug', current: 'terms' }, { document, getClient }),
  );
  expect(found).toContain('has the address /terms');
});

describe('the end of a page', () => {
  const at = '2026-12-01T03:30:00.000Z';
  const pages = [
    { _type: 'page', slug: 'contact', ends: false },
    { _type: 'page', slug: 'fair', ends: true },
  ];
  const check = (end: object, slug = 'prices') =>
    runCheck('drafts', pages, (getClient) =>
      checkEnd(end, { document: documentOf('page', slug), getClient }),
    );

  test.each([
    {},
    { at, redirect: '/contact' },
    { at, redirect: ' /Contact/?from=prices#form ' },
    { at, redirect: 'https://example.com/prices' },
  ])('accepts %j', async (end) => expect(await check(end)).toBe(true));

  test.each([
    ['home', { at, redirect: '/contact' }, 'The home page cannot end. Empty both fields.'],
    ['prices', { redirect: '/contact' }, 'Enter when the page ends, or empty the field below.'],
    ['prices', { at }, 'Enter where visitors go then, for example /services.'],
    ['prices', { at, redirect: 'contact' }, 'Begin with / for a page of this site'],
    ['prices', { at, redirect: 'javascript:alert(1)' }, 'Enter'],
    ['prices', { at, redirect: '/Prices/' }, 'This is the page itself. Enter another page.'],
    ['prices', { at, redirect: '/gone' }, 'There is no page at /gone. Enter the path of a page.'],
    ['prices', { at, redirect: '/fair' }, 'The page at /fair ends too. Enter a page that stays.'],
  ])('of %s, refuses %j', async (slug, end, problem) => {
    const found = await check(end, slug);
    expect(typeof found === 'object' ? found.message : found).toContain(problem);
  });
});

describe('redirects', () => {
  const rule = (from: string, to: string) => ({ _id: `redirect-${from}`, from, to });

  test.each([
    ['/Old-Page/', '/old-page'],
    ['/old?x=1#y', '/old'],
    ['/', '/'],
    ['/old%20Page', '/old page'],
    ['/100%', '/100%'],
  ])('normalizes %s to %s', (address, path) => expect(comparablePath(address)).toBe(path));

  test('allows two redirects with the same target', () => {
    expect(checkAgainstOthers(rule('/a', '/c'), [rule('/b', '/c')])).toBe(true);
  });
  test.each([
    ['to itself', rule('/a', '/a/'), []],
    ['from a path that redirects already', rule('/a', '/c'), [rule('/A/', '/b')]],
    ['in a loop', rule('/a', '/b'), [rule('/b', '/a')]],
    ['to the source of another redirect', rule('/a', '/b'), [rule('/b', '/c')]],
    ['from the target of another redirect', rule('/b', '/c'), [rule('/a', '/b')]],
  ])('refuses a redirect %s', (_what, one, others) => {
    expect(checkAgainstOthers(one, others)).toEqual(expect.any(String));
  });
});

describe('states', () => {
  test('have tender portals, Indian states also the two national ones', () => {
    expect(tenderPortals('Gujarat')).toEqual(['tender.nprocure.com', 'gem.gov.in', 'eprocure.gov.in']);
    expect(tenderPortals('Oman')).toEqual(['etendering.tenderboard.gov.om']);
    expect(tenderPortals('Atlantis')).toEqual([]);
  });
  test('accept the name of every known state', () => {
    for (const state of knownStates)
      expect([checkSpelling(state), warnIfUnknown(state)]).toEqual([true, true]);
  });
  test.each([
    ['UP', 'Uttar Pradesh'],
    ['uttar pradesh ', 'Uttar Pradesh'],
    ['New Delhi', 'Delhi NCR'],
    ['UAE', 'United Arab Emirates'],
  ])('propose the spelling for %j', (written, name) => {
    expect(checkSpelling(written)).toContain(`"${name}"`);
    expect(warnIfUnknown(written)).toBe(true);
  });
  test('warn about an unknown state but accept it', () => {
    expect(checkSpelling('Utter Pradesh')).toBe(true);
    expect(warnIfUnknown('Utter Pradesh')).toContain('"Utter Pradesh" is not a state');
    expect(warnIfUnknown(undefined)).toBe(true);
  });
});

test.each([
  ['{years} years in {city}', null],
  ['no braces at all', null],
  ['{ years } of work', '{ years }'],
  ['{years of work', '{years of work'],
  ['{rupees|{years} dirhams}{| in the Gulf}', null],
  ['{rupees|dirhams|riyals}', '{rupees|dirhams|riyals}'],
  ['over years} of work', 'years}'],
  ['{{years}}', '{}'],
])('finds the stray braces in %j', (text, stray) => expect(strayBrace(text)).toBe(stray));
