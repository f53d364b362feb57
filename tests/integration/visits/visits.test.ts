import { randomUUID } from 'node:crypto';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import type { RoleName } from '#roles';
import type { VisitGroup } from '#web/contracts/visit.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { renewRateLimits } from '../../support/rate-limits.ts';
import { startStack } from '../../support/stack.ts';
import { phoneAgent } from '../../support/user-agents.ts';
import { enquiry, newClient } from '../enquiries/enquiries.ts';
import { attachShop, newBill } from '../payments/shop.ts';

const robots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'curl/8.9.1',
  '',
];

const stack = await closeAfterwards(startStack({ env: { TRUST_PROXY: 'true' } }));
const shop = await closeAfterwards(attachShop(stack));
const { ledger } = shop;

async function send(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await fetch(`${stack.siteUrl}${path}`, {
    redirect: 'manual',
    headers: { 'user-agent': phoneAgent, 'x-forwarded-for': newClient(), ...headers },
    ...init,
  });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

async function sums(by: VisitGroup = 'source', role: RoleName = 'editor', query = '') {
  const response = await fetch(`${stack.siteUrl}/api/visits?days=2&by=${by}${query}`, {
    headers: { authorization: `Bearer ${stack.token(role)}` },
  });
  expect(response.status).toBe(200);
  const { counted, paid } = await response.json();
  return {
    times: (name: string, kind = 'view') =>
      counted.find((row: { name: string; kind: string }) => row.name === name && row.kind === kind)?.times ??
      0,
    all: (kind: string) =>
      counted
        .filter((row: { kind: string }) => row.kind === kind)
        .reduce((sum: number, row: { times: number }) => sum + row.times, 0),
    paidBy: (name: string) =>
      paid.find((row: { source: string }) => row.source === name) ?? { payments: 0, amount: 0 },
  };
}

/** A visitor who follows links and whose browser stores nothing. */
async function visitor(path: string, headers: Record<string, string> = {}) {
  let referer = headers.referer ?? '';
  const open = async (address: string) => {
    const page = await send(address, { ...headers, ...(referer ? { referer } : {}) });
    expect(page.status).toBe(200);
    expect(page.headers.get('set-cookie')).toBeNull();
    referer = `${stack.siteUrl}${address}`;
    return parse(page.html);
  };
  let page = await open(path);
  return {
    async follow(to: string) {
      const link = page
        .querySelectorAll('a[href]')
        .map((one) => one.getAttribute('href') ?? '')
        .find((href) => href.split(/[?#]/)[0] === to);
      page = await open(link ?? 'no link');
    },
    /** Sends the form without scripts. */
    async enquire() {
      const action = page.querySelector('form[method="post"]')?.getAttribute('action') ?? '';
      const body = new URLSearchParams({ path: '/contact', ...enquiry, message: randomUUID() });
      const sent = { ...headers, referer, origin: stack.siteUrl };
      const { status } = await send(action, sent, { method: 'POST', body });
      expect(status).toBe(303);
    },
    async pay(amount: number) {
      const attribution = page.querySelector('html')?.getAttribute('data-attribution') ?? '';
      const bill = newBill({ amount });
      const more = { 'user-agent': phoneAgent, ...headers, 'x-came-from': attribution };
      const { json } = await shop.post('create-razorpay-order', bill, more);
      expect((await shop.verify(bill, await shop.pay(json.orderId))).status).toBe(200);
    },
  };
}

const report = (kind: string, page: string, headers: Record<string, string> = {}) =>
  send(
    `/api/visit?${new URL(page, stack.siteUrl).searchParams}`,
    {
      'content-type': 'text/plain;charset=UTF-8',
      referer: `${stack.siteUrl}${page}`,
      origin: stack.siteUrl,
      ...headers,
    },
    { method: 'POST', body: kind },
  );

test('each visit, enquiry and payment is counted under its source, and no visitor is stored', async () => {
  const sources: [path: string, headers: Record<string, string>, name: string][] = [
    [
      '/?utm_source=Google&utm_medium=cpc&utm_campaign=Diwali%202026&gclid=Cj0KCQjw',
      {},
      'google / cpc / diwali 2026',
    ],
    ['/?utm_source=newsletter&utm_medium=email&utm_content=asha%40example.com', {}, 'newsletter / email'],
    ['/', { referer: 'https://www.indiamart.com/agencies?page=2' }, 'indiamart.com / referral'],
    ['/?utm_source=%E0%A4%A6%E0%A4%BF%E0%A4%B5%E0%A4%BE%E0%A4%B2%E0%A5%80', {}, 'दिवाली'],
    ['/?utm_source=asha%40example.com', {}, ''],
  ];
  const before = await sums();
  for (const [path, headers] of sources) {
    const person = await visitor(path, headers);
    await person.follow('/contact');
    await person.enquire();
    await person.follow('/pay-online');
    await person.pay(100);
  }
  for (const robot of robots) await send('/?utm_source=robot', { 'user-agent': robot });
  await send('/?utm_source=prepared', { 'sec-purpose': 'prefetch;prerender' });

  // A view is counted after its response was sent, so a client may have to wait.
  const more = async (kind: string) => (await sums()).all(kind) - before.all(kind);
  await expect.poll(() => more('view')).toBe(3 * sources.length);
  await expect.poll(() => more('enquiry')).toBe(sources.length);
  const found = await sums();
  for (const [, , name] of sources) {
    const counted = ['view', 'enquiry'].map((kind) => found.times(name, kind) - before.times(name, kind));
    expect([name, ...counted, found.paidBy(name)]).toMatchObject([
      ...[name, 3, 1],
      { payments: 1, amount: 100_00 },
    ]);
  }
  expect((await sums('day')).all('view')).toBe(found.all('view'));
  expect((await sums('path')).times('/contact')).toBeGreaterThanOrEqual(sources.length);

  const stored = await ledger.selectFrom('visits').selectAll().execute();
  expect(Object.keys(stored[0] ?? {}).sort()).toEqual(['day', 'kind', 'path', 'source', 'times']);
  expect(JSON.stringify(stored)).not.toMatch(/asha|@|Cj0KCQjw|Mozilla|10\.\d+\.|robot|prepared/);
});

describe('a page', () => {
  test('that gets 304 is counted as a view', async () => {
    const { headers } = await send('/terms-conditions');
    const before = (await sums('path')).times('/terms-conditions');
    const again = await send('/terms-conditions', { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect((await sums('path')).times('/terms-conditions')).toBe(before + 1);
  });

  test('that is a 404, a preview, a file or a receipt is not counted', async () => {
    const before = (await sums()).all('view');
    for (const path of [
      '/no-such-page',
      '/robots.txt',
      '/sitemap.xml',
      '/livez',
      '/pay-online/receipt/abcdef',
    ])
      await send(path);
    await send('/', {}, { method: 'HEAD' });
    expect((await sums()).all('view')).toBe(before);
  });
});

describe('a report from a page', () => {
  test('is counted on that page under the source of the visit', async () => {
    for (const kind of ['chat', 'call', 'mail', 'enquiry']) {
      expect((await report(kind, '/seo-sem?utm_source=flyer')).status).toBe(204);
      expect([kind, (await sums('path')).times('/seo-sem', kind)]).toEqual([kind, 1]);
      expect([kind, (await sums('source')).times('flyer', kind)]).toEqual([kind, 1]);
    }
    const ofPage = await sums('path', 'editor', '&path=/seo-sem');
    expect([ofPage.times('/seo-sem', 'enquiry'), ofPage.all('enquiry')]).toEqual([1, 1]);
    expect((await sums('path', 'editor', '&path=/nowhere')).all('view')).toBe(0);
  });

  test('is refused if invalid, and not counted without a page or a person', async () => {
    for (const kind of ['', 'visit', 'VIEW', '{"kind":"view"}', 'x'.repeat(10_000)])
      expect((await report(kind, '/about')).status).toBe(400);
    const before = (await sums()).all('call');
    for (const page of ['/no-such-page', '/%E0%A4%A', '/pay-online/receipt/abcdef', '/studio/'])
      expect((await report('call', page)).status).toBe(204);
    expect((await report('call', '/about', { 'user-agent': robots[0] ?? '' })).status).toBe(204);
    for (const referer of ['nothing', 'https://elsewhere.example/about'])
      expect((await report('call', '/about', { referer })).status).toBe(204);
    expect((await sums()).all('call')).toBe(before);
    expect((await send('/api/visit')).status).toBe(405);
  });

  test('is counted while the content lake is busy, if the page is cached', async () => {
    const reportCall = () => report('call', '/careers?utm_source=crowd');
    expect((await reportCall()).status).toBe(204);
    const lake = stack.pid('lake') ?? 0;
    process.kill(lake, 'SIGSTOP');
    try {
      const crowd = await Promise.all(Array.from({ length: 100 }, reportCall));
      expect(crowd.filter(({ status }) => status !== 204)).toEqual([]);
    } finally {
      process.kill(lake, 'SIGCONT');
    }
    expect((await sums()).times('crowd', 'call')).toBe(101);
  });

  test('is limited per network', async () => {
    const client = newClient();
    const statuses = new Set<number>();
    for (let sent = 0; sent < 320; sent += 20) {
      const responses = await Promise.all(
        Array.from({ length: 20 }, () => report('mail', '/about', { 'x-forwarded-for': client })),
      );
      for (const { status } of responses) statuses.add(status);
      await renewRateLimits(ledger);
    }
    expect([...statuses]).toEqual([204, 429]);
  });
});

describe('an enquiry', () => {
  const enquire = (headers: Record<string, string> = {}, change: Record<string, string> = {}) =>
    send(
      '/api/enquiry?utm_source=robots',
      { origin: stack.siteUrl, referer: `${stack.siteUrl}/contact`, ...headers },
      {
        method: 'POST',
        body: new URLSearchParams({ path: '/contact', ...enquiry, message: randomUUID(), ...change }),
      },
    );
  const counted = async () => (await sums()).times('robots', 'enquiry');

  test('that no person sent from the form gets a response and is not counted', async () => {
    const before = await counted();
    for (const robot of robots) expect((await enquire({ 'user-agent': robot })).status).toBe(303);
    const others: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const elsewhere of others) expect((await enquire(elsewhere)).status).toBe(303);
    await enquire({}, { subject: 'robots fill in all fields' });
    expect(await counted()).toBe(before);
    expect((await enquire()).status).toBe(303);
    expect((await enquire({ 'sec-fetch-site': 'same-origin', origin: '' })).status).toBe(303);
    expect(await counted()).toBe(before + 2);
  });

  test('counts ten times a minute per network, by the form and its script together', async () => {
    const before = await counted();
    const client = { 'x-forwarded-for': newClient() };
    for (let time = 0; time < 8; time += 1) await enquire(client);
    for (let time = 0; time < 8; time += 1) await report('enquiry', '/contact?utm_source=robots', client);
    expect(await counted()).toBe(before + 10);
  });
});

test('invalid queries for visits are refused', async () => {
  const headers = { authorization: `Bearer ${stack.token('editor')}` };
  for (const query of ['', '?days=0&by=path', '?days=x&by=path', '?days=7&by=address', '?days=9999&by=day'])
    expect([query, (await send(`/api/visits${query}`, headers)).status]).toEqual([query, 400]);
});

test('counted visits are written when the site stops', async () => {
  for (let round = 0; round < 30; round++) await send('/about?utm_source=last-minute');
  process.kill(stack.pid('site') ?? 0, 'SIGTERM');
  const stored = () =>
    ledger.selectFrom('visits').select('times').where('source', '=', 'last-minute').execute();
  await expect.poll(stored).toEqual([{ times: 30 }]);
});
