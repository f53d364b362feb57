import { parse } from 'node-html-parser';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { sharedStack } from '../../support/shared-stack.ts';

// The unit tests of the tools have all their results. These are what the server adds.

const stack = await sharedStack('seeded');
const client = stack.client('administrator');
const deposits = {
  tool: 'deposits',
  kind: 'goods',
  buyer: 'central',
  bidder: 'other',
  value: '25,00,000',
  price: '',
};
const nextYear = new Date().getFullYear() + 1;
const papers = {
  ...{ tool: 'papers', kind: 'goods', buyer: 'gem', bidder: 'mse', time: '15:00', reference: 'T-1' },
  closing: `${nextYear}-06-30`,
};

async function open(path: string, query: Record<string, string> = {}) {
  const response = await fetch(`${stack.siteUrl}${path}?${new URLSearchParams(query)}`);
  const page = parse(await response.text());
  return { response, page, answer: page.querySelector('#answer') };
}
const answerTo = async (query: Record<string, string>) =>
  (await open('/tender-deposits', query)).answer?.textContent;

beforeAll(async () => {
  // The tests need rules that are valid on the day of the test.
  const ids = await client.fetch<string[]>('*[_type == "tenderRule"]._id');
  const transaction = client.transaction();
  for (const id of ids) transaction.patch(id, (patch) => patch.set({ until: '2099-12-31' }));
  await transaction.commit();
  await eventually(async () => expect(await answerTo(deposits)).toContain('31 December 2099'));
});

test('a result is private, has its source, keeps the input and leads to an enquiry about it', async () => {
  const { response, page, answer } = await open('/tender-deposits', deposits);
  expect(page.querySelector('title')?.textContent).toMatch(/^Result: Goods, .* \| Tender deposits$/);
  expect([response.status, response.headers.get('cache-control')]).toEqual([
    200,
    'private, no-cache, no-transform',
  ]);
  expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
  expect(answer?.textContent).toMatch(/₹50,000 – ₹1,25,000[\s\S]*₹75,000 – ₹1,25,000/);
  expect(answer?.querySelector('a.link')?.textContent).toContain('GFR 2017, rule 170 (i)');
  expect(page.querySelectorAll('details form [name=value]').map((one) => one.getAttribute('value'))).toEqual([
    '25,00,000',
  ]);
  expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/tender-deposits$/);
  expect(page.querySelectorAll('script').filter((one) => one.getAttribute('src'))).toEqual([]);
  const contact = await fetch(
    new URL(answer?.querySelector('a.action')?.getAttribute('href') ?? '', stack.siteUrl),
  );
  const form = parse(await contact.text());
  expect(form.querySelector('[name=service] [selected]')?.getAttribute('value')).toBe('tender-services');
  expect(form.querySelector('[name=message]')?.textContent).toMatch(
    /What is being bought: Goods\nWho is buying: A central ministry or department\n[\s\S]*: ₹25,00,000$/,
  );
});

test('other visitors get an empty form', async () => {
  const { page, answer, response } = await open('/tender-deposits');
  expect(response.headers.get('cache-control')).toContain('public');
  expect(answer).toBeNull();
  expect(page.querySelector('[name=value]')?.getAttribute('value')).toBe('');
  expect(page.querySelector('details form')).toBeNull();
});

test('invalid input is kept, with an error at each field', async () => {
  const { response, page, answer } = await open('/tender-deposits', {
    ...deposits,
    value: '<b>"',
    kind: 'x',
  });
  expect([response.status, answer]).toEqual([200, null]);
  expect(page.querySelector('title')?.textContent).toMatch(/^Please check these answers \|/);
  const links = page
    .querySelectorAll('[role=alert][autofocus] a')
    .map((one) => one.getAttribute('href') ?? '');
  expect(links).toEqual(['#tool-kind', '#tool-value']);
  for (const link of links) expect(page.querySelector(link)).not.toBeNull();
  expect(page.querySelector('[name=value]')?.getAttribute('value')).toBe('<b>"');
});

test('the dates are a calendar file, which refuses invalid input', async () => {
  const { answer } = await open('/tender-papers', papers);
  const file = answer?.querySelector('a[download]')?.getAttribute('href') ?? '';
  const response = await fetch(new URL(file, stack.siteUrl));
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(response.headers.get('x-robots-tag')).toBe('noindex');
  expect(await response.text()).toContain(`DTSTART:${nextYear}0630T093000Z`);
  for (const [query, status] of [
    ['', 404],
    ['?path=/contact', 404],
    ['?path=//evil.example', 404],
    ['?path=/tender-papers', 400],
    [`?path=/tender-papers&closing=${'9'.repeat(5_000)}`, 400],
  ] as const)
    expect((await fetch(`${stack.siteUrl}/api/tender-dates${query}`)).status, query).toBe(status);
});
