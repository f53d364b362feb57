import { createHash } from 'node:crypto';
import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RoleName } from '#roles';
import { enquiryStates, messageStates } from '#web/contracts/states.ts';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { enquiry, newClient } from './enquiries.ts';

let stack: Stack;
let mail: MailServer;
let ledger: Database;
beforeAll(async () => {
  mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Example Agency <bills@example.com>', TRUST_PROXY: 'true' };
  // The sandbox is down, since enquiries do not need it.
  stack = await startStack({ parts: ['lake', 'site'], env });
  ledger = await openDatabase({ folder: `${stack.dataDir}/payments` });
});
afterAll(async () => {
  await ledger.destroy();
  await stack.stop();
  await mail.stop();
});

const send = (change: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(`${stack.siteUrl}/api/enquiry`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newClient(), ...headers },
    body: new URLSearchParams({ path: '/contact', ...enquiry, ...change }),
    redirect: 'manual',
  });
const statusOf = async (sent: ReturnType<typeof send>) => (await sent).status;
const stored = () => ledger.selectFrom('enquiries').selectAll().orderBy('created_at').execute();

async function switchCopies(isOn: boolean) {
  const settings = stack.client('administrator');
  await settings
    .patch('siteSettings')
    .set({ 'enquiryCopies.keep': isOn, 'enquiryCopies.recipient': 'sales@example.com' })
    .commit();
  const notice = 'we also receive a copy, so';
  const page = async () => (await fetch(`${stack.siteUrl}/contact`)).text();
  await expect.poll(async () => (await page()).includes(notice)).toBe(isOn);
}

const request = (path: string, body?: object, role: RoleName | null = 'editor') =>
  fetch(`${stack.siteUrl}/api/enquiries${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(role ? { authorization: `Bearer ${stack.token(role)}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const optional = z.string().nullable();
const enquirySchema = z.looseObject({
  id: z.string(),
  state: z.enum(enquiryStates),
  note: z.string(),
  answered_by: optional,
  answered_at: optional,
  mail: z.enum(messageStates).nullable(),
});
const listSchema = z.object({
  enquiries: z.array(enquirySchema),
  next: z.string().optional(),
  sends: z.boolean(),
});
const list = async (query = '') => listSchema.parse(await (await request(query)).json());

test('until the owner switches copies on, nothing is stored and no notice is shown', async () => {
  const chat = await send();
  expect([chat.status, chat.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('https://wa.me/'),
  ]);
  expect(await statusOf(send({ copy: 'only' }))).toBe(204);
  expect(await stored()).toEqual([]);
  const policy = await (await fetch(`${stack.siteUrl}/privacy-policy`)).text();
  expect(policy).toContain('The enquiry form writes a WhatsApp message that you send yourself.');
  expect(policy).not.toContain('We delete it after 180 days');
});

test('a copy is stored and mailed once although the server is killed', async () => {
  await switchCopies(true);
  const policy = await (await fetch(`${stack.siteUrl}/privacy-policy`)).text();
  expect(policy).toContain('We delete it after 180 days');

  // The mail server accepts the message and responds only after the site was killed.
  const arrived = Promise.withResolvers<void>();
  const responded = Promise.withResolvers<undefined>();
  mail.responses.message = () => {
    arrived.resolve();
    return responded.promise;
  };
  const form = { copy: 'only', from: '/seo-sem' };
  expect(await statusOf(send(form))).toBe(204);
  await arrived.promise;
  await stack.kill('site');
  responded.resolve(undefined);
  mail.responses.message = undefined;
  await stack.start('site');
  // The browser has received no response.
  expect(await statusOf(send(form))).toBe(204);
  expect(await stored()).toMatchObject([{ ...enquiry, began_on: '/seo-sem' }]);
  const messages = await ledger.selectFrom('outbox').select(['recipient', 'attempts']).execute();
  expect(messages).toEqual([{ recipient: 'sales@example.com', attempts: 1 }]);
});

test('without scripts a page confirms the arrival and links to the chat', async () => {
  const message = 'I have <b>no</b> scripts';
  for (const _ of [1, 2]) {
    const page = await send({ message });
    const html = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
    // The policy allows the page's style.
    const style = createHash('sha256').update(/<style>(.*)<\/style>/s.exec(html)?.[1] ?? '');
    expect(page.headers.get('content-security-policy')).toContain(`'sha256-${style.digest('base64')}'`);
    expect(html).toContain('Your enquiry has arrived');
    expect(html).toMatch(/<a href="https:\/\/wa\.me\/\d+\?text=Name/);
    expect(html).not.toContain('<b>no');
  }
  const found = (await stored()).filter((one) => one.message === message);
  expect(found).toMatchObject([{ began_on: '/contact' }]);
});

describe('without scripts', () => {
  const compressed = async (response: Response) => parse(await response.text());
  const expectWaysToSend = async (page: HTMLElement, message: string) => {
    expect(page.querySelector('textarea')?.textContent).toContain(message);
    const links = page
      .querySelectorAll('a')
      .map((link) => new URL(link.getAttribute('href') ?? '', 'http://site'));
    expect(links.find(({ host }) => host === 'wa.me')?.searchParams.get('text')).toContain(message);
    expect(links.some(({ protocol }) => protocol === 'tel:')).toBe(true);
  };
  test('a blank field is named; the form with what was typed is one step back', async () => {
    const response = await send({ name: ' ', phone: '', company: '"><script>alert(1)</script>' });
    expect(response.status).toBe(400);
    const page = await compressed(response);
    expect(page.querySelector('main')?.textContent).toContain('Please fill in all required fields');
    expect(page.querySelectorAll('script, form')).toEqual([]);
  });

  test('a filled honeypot field stores nothing; a person gets the text and the chat, and can send the form again', async () => {
    const message = 'behind the trap';
    const response = await send({ message, subject: 'Buy now' });
    expect(response.status).toBe(400);
    await expectWaysToSend(await compressed(response), message);
    const isStored = async () => (await stored()).some((one) => one.message === message);
    expect(await isStored()).toBe(false);
    expect((await send({ message })).status).toBe(200);
    expect(await isStored()).toBe(true);
  });

  test.each([
    ['?service=gulf-tenders', 'gulf-tenders', ''],
    ['?service=no%22such', 'digital-marketing', ''],
    ['?opening=Content%20Writer', 'other', 'I would like to apply for: Content Writer\n'],
    ['?service=seo&message=A%0A%3Cb%3E%22', 'seo', 'A\n<b>"'],
    [`?message=${'x'.repeat(3_000)}`, 'digital-marketing', 'x'.repeat(2_000)],
    ['?service=seo&service=other&__proto__=x', 'seo', ''],
    ['?ref=x', 'digital-marketing', ''],
  ])('/contact%s presets the service and the message', async (query, service, message) => {
    const response = await fetch(`${stack.siteUrl}/contact${query}`);
    const isPreset = !query.includes('ref');
    expect(response.headers.get('cache-control')).toContain(isPreset ? 'private' : 'public');
    const page = await compressed(response);
    expect(page.querySelector('[name=service] [selected]')?.getAttribute('value')).toBe(service);
    expect(page.querySelector('[name=message]')?.textContent.replace(/^\n/, '')).toBe(message);
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content') ?? '').toMatch(
      isPreset ? /noindex/ : /index/,
    );
  });
});

describe('a tender tool', () => {
  const deposits = { tool: 'deposits', kind: 'goods', buyer: 'central', bidder: 'other', value: '25,00,000' };
  const papers = {
    tool: 'papers',
    kind: 'goods',
    buyer: 'gem',
    bidder: 'mse',
    time: '15:00',
    reference: 'T-1',
  };
  const nextYear = new Date().getFullYear() + 1;
  const open = async (path: string, requests: Record<string, string>) => {
    const response = await fetch(`${stack.siteUrl}${path}?${new URLSearchParams(requests)}`);
    return { response, page: parse(await response.text()) };
  };

  // The other tests need rules that are valid on the day of the test.
  test('shows the new last day of renewed rules', async () => {
    const administrator = stack.client('administrator');
    const ids = z.array(z.string()).parse(await administrator.fetch('*[_type == "tenderRule"]._id'));
    for (const id of ids) await administrator.patch(id).set({ until: '2099-12-31' }).commit();
    const visible = async () =>
      (await open('/tender-deposits', deposits)).page.querySelector('#answer')?.textContent;
    await expect.poll(visible).toContain('31 December 2099');
  });

  test('shows the figures, their source and a form to send them', async () => {
    const { response, page } = await open('/tender-deposits', { ...deposits, price: '' });
    expect(page.querySelector('title')?.textContent).toBe(
      'Result: Goods, A central ministry or department, Neither of these | Tender deposits',
    );
    expect(page.querySelector('details form')).not.toBeNull();
    expect(page.querySelectorAll('form [name=value]')).toHaveLength(1);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'private, no-cache, no-transform',
    ]);
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'");
    const visible = page.querySelector('#answer');
    expect(visible?.textContent).toContain('₹50,000 – ₹1,25,000');
    expect(visible?.textContent).toContain('₹75,000 – ₹1,25,000');
    expect(visible?.querySelector('a.link')?.textContent).toContain('GFR 2017, rule 170 (i)');
    expect(page.querySelector('[name=value]')?.getAttribute('value')).toBe('25,00,000');
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/tender-deposits$/);
    expect(page.querySelectorAll('script').filter((one) => one.getAttribute('src'))).toEqual([]);
    const onward = page.querySelector('#answer a.action')?.getAttribute('href') ?? '';
    const contact = parse(await (await fetch(`${stack.siteUrl}${onward.replaceAll('&amp;', '&')}`)).text());
    expect(contact.querySelector('[name=service] [selected]')?.getAttribute('value')).toBe('tender-services');
    expect(contact.querySelector('[name=message]')?.textContent).toMatch(
      /What is being bought: Goods\nWho is buying: A central ministry or department\n[\s\S]*: ₹25,00,000$/,
    );
  });

  test('shows an empty form to other visitors', async () => {
    const { page, response } = await open('/tender-deposits', {});
    expect(response.headers.get('cache-control')).toContain('public');
    expect(page.querySelector('#answer')).toBeNull();
    expect(page.querySelector('[name=value]')?.getAttribute('value')).toBe('');
    expect(page.querySelector('details form')).toBeNull();
  });

  test.each<[path: string, requests: Record<string, string>, says: RegExp[], never: RegExp]>([
    [
      '/tender-deposits',
      { ...deposits, buyer: 'state', value: '' },
      [/State and municipal tenders/],
      /₹|GFR 2017, rule 17/,
    ],
    [
      '/tender-deposits',
      { ...deposits, buyer: 'gulf', value: '' },
      [/Gulf tenders: we do these by hand/],
      /₹|GFR/,
    ],
    [
      '/tender-deposits',
      { ...deposits, buyer: 'railways', bidder: 'mse', value: '' },
      [/General Conditions of Contract/, /Not for traders[\s\S]*No bid security, if/],
      /₹/,
    ],
    ['/tender-deposits', { ...deposits, bidder: 'trader' }, [/₹50,000 – ₹1,25,000/], /No bid security/],
    ['/tender-deposits', { ...deposits, kind: 'works' }, [/the tender document states it/], /₹75,000/],
    [
      '/tender-eligibility',
      { ...deposits, tool: 'eligibility', buyer: 'gulf' },
      [/in-country value/],
      /GFR|rules out|reject/,
    ],
    [
      '/tender-papers',
      { ...papers, buyer: 'gulf', closing: `${nextYear}-06-30` },
      [/Tender bond/],
      /GFR|GeM/,
    ],
  ])(
    '%s with %o says what it knows, and what the agency does by hand',
    async (path, requests, says, never) => {
      const { page } = await open(path, requests);
      const text = page.querySelector('#answer')?.textContent ?? '';
      for (const pattern of [...says, /The tender document decides/]) expect(text).toMatch(pattern);
      expect(text).not.toMatch(never);
      const onward = page.querySelector('#answer a.action')?.getAttribute('href') ?? '';
      expect(decodeURIComponent(onward.replaceAll('+', ' '))).toContain(`Who is buying: `);
    },
  );

  test('leaves out what other buyers need from the enquiry', async () => {
    const { page } = await open('/tender-deposits', { ...deposits, buyer: 'gulf' });
    const onward = page.querySelector('#answer a.action')?.getAttribute('href') ?? '';
    expect(onward).not.toContain('25%2C00%2C000');
    const value = page.querySelector('[name=value]');
    expect([
      value?.hasAttribute('required'),
      value?.closest('[data-buyers]')?.getAttribute('data-buyers'),
    ]).toEqual([false, 'central gem']);
  });

  test.each<[path: string, requests: Record<string, string>, names: string[]]>([
    ['/tender-deposits', { ...deposits, value: '<b>"', kind: 'x' }, ['kind', 'value']],
    ['/tender-deposits', { tool: 'deposits' }, ['kind', 'buyer', 'bidder', 'value']],
    ['/tender-papers', { ...papers, closing: '2020-01-01' }, ['closing']],
    ['/tender-papers', { ...papers, closing: '\u0000', time: '99:99' }, ['closing', 'time']],
  ])('%s keeps invalid input and shows an error at each field', async (path, requests, names) => {
    const { response, page } = await open(path, requests);
    expect(response.status).toBe(200);
    expect(page.querySelector('title')?.textContent).toMatch(/^Please check these answers \|/);
    const links = page
      .querySelectorAll('[role=alert][autofocus] a')
      .map((one) => one.getAttribute('href') ?? '');
    expect(links.map((link) => link.replace(/^#tool-/, ''))).toEqual(names);
    for (const link of links) expect(page.querySelector(link)).not.toBeNull();
    if (requests.value)
      expect(page.querySelector('[name=value]')?.getAttribute('value')).toBe(requests.value);
    expect(page.querySelector('#answer')).toBeNull();
  });

  test('returns the dates as a calendar file, and refuses invalid input', async () => {
    const { page } = await open('/tender-papers', { ...papers, closing: `${nextYear}-06-30` });
    const file = page.querySelector('#answer a[download]')?.getAttribute('href') ?? '';
    const response = await fetch(`${stack.siteUrl}${file.replaceAll('&amp;', '&')}`);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const text = await response.text();
    expect(text).toContain(`DTSTART:${nextYear}0630T093000Z`);
    expect(text).toMatch(/DTEND[\s\S]*LAST-MODIFIED|LAST-MODIFIED[\s\S]*DTEND/);
    expect(text).not.toMatch(/SEQUENCE:0\b/);
    const days = [...text.matchAll(/DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)/g)];
    expect(days.length).toBeGreaterThan(5);
    for (const [, year, month, day] of days)
      expect(new Date(`${year}-${month}-${day}`).getUTCDay()).not.toBe(0);
    for (const [query, status] of [
      ['', 404],
      ['?path=/contact', 404],
      ['?path=//evil.example', 404],
      ['?path=/tender-papers', 400],
      [`?path=/tender-papers&closing=${'9'.repeat(5_000)}`, 400],
    ] as const)
      expect((await fetch(`${stack.siteUrl}/api/tender-dates${query}`)).status, query).toBe(status);
  });

  test('shows no figure of an expired rule', async () => {
    const rule = stack.client('administrator').patch('tenderRule-performance-security');
    await rule.set({ until: '2026-01-01' }).commit();
    const visible = async () => {
      const { page } = await open('/tender-deposits', deposits);
      return page.querySelector('#answer')?.textContent ?? '';
    };
    await expect.poll(visible).toContain('This rule has expired');
    expect(await visible()).toContain('₹50,000');
    expect(await visible()).not.toContain('₹75,000');
  });
});

test('a value that is no path of the site is not stored as the first page', async () => {
  for (const [count, from] of [
    'https://evil.example/',
    '//evil.example',
    '/a?b=c',
    `/${'x'.repeat(300)}`,
  ].entries())
    expect(await statusOf(send({ copy: 'only', from, message: `from ${count}` }))).toBe(204);
  const places = (await stored())
    .filter(({ message }) => message.startsWith('from '))
    .map((one) => one.began_on);
  expect(places).toEqual(['/contact', '/contact', '/contact', '/contact']);
});

test('a visitor over the limit still gets to the chat', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const sent = [];
  for (let count = 0; count < 11; count += 1)
    sent.push(await statusOf(send({ copy: 'only', message: `flood ${count}` }, from)));
  expect([sent.slice(0, 10).every((status) => status === 204), sent[10]]).toEqual([true, 429]);
  expect(await statusOf(send({ message: 'and one more' }, from))).toBe(303);
});

test('only editors and administrators can see, answer and erase enquiries', async () => {
  const [one] = (await list(`?search=${encodeURIComponent('NO</B> scr')}`)).enquiries;
  const id = one?.id ?? '';
  for (const [path, body] of [
    ['', undefined],
    ['/export', undefined],
    [`/${id}`, {}],
    [`/${id}/erase`, {}],
  ] as const) {
    expect((await request(path, body, null)).status).toBe(401);
    for (const role of ['finance', 'hr', 'viewer'] as const)
      expect((await request(path, body, role)).status).toBe(403);
  }
  const change = async (body: object) => {
    const response = await request(`/${id}`, body);
    const [now] = (await list('?search=no%3C')).enquiries;
    return [response.status, now?.state, now?.answered_by, now?.note];
  };
  expect(await change({ state: 'answered', note: 'Rang back' })).toEqual([
    200,
    'answered',
    'test editor',
    'Rang back',
  ]);
  await request(`/${id}`, { state: 'answered', note: '' }, 'administrator');
  expect(await change({ state: 'closed', note: ' Won ' })).toEqual([200, 'closed', 'test editor', 'Won']);
  expect(await change({ state: 'new', note: '' })).toEqual([200, 'new', null, '']);
  expect(await change({ state: 'lost', note: 'x'.repeat(301) })).toEqual([400, 'new', null, '']);
  expect((await request('/AAAAAAAAAAAAAAAA', { state: 'new', note: '' })).status).toBe(404);

  expect((await request(`/${id}/erase`, {})).status).toBe(200);
  expect((await request(`/${id}/erase`, {})).status).toBe(404);
  const { rows } = await ledger
    .selectFrom('outbox')
    .select('id')
    .where('enquiry_id', '=', id)
    .execute()
    .then((rows) => ({ rows }));
  expect(rows).toEqual([]);
  const auditRows = await ledger.selectFrom('audit').select(['actor', 'act', 'subject', 'detail']).execute();
  expect(auditRows).toEqual([{ actor: 'test editor', act: 'enquiry.erased', subject: id, detail: null }]);
  // Finance sees messages to customers, but not copies of enquiries.
  const messages = await fetch(`${stack.siteUrl}/api/payments/messages`, {
    headers: { authorization: `Bearer ${stack.token('finance')}` },
  });
  expect((await messages.json()).messages).toEqual([]);
});

test('only administrators reach personal data, and neither log nor audit says about whom', async () => {
  await send({ copy: 'only', message: 'find me', email: 'found@example.in', phone: '+91 91234 56780' });
  const contacts = { contacts: '091234 56780\nFOUND@example.in' };
  const post = (path: string, body: object, role: RoleName | null) =>
    fetch(`${stack.siteUrl}/api/personal-data${path}`, {
      method: 'POST',
      headers: {
        ...(role ? { authorization: `Bearer ${stack.token(role)}` } : {}),
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  for (const [path, body] of [
    ['/find', contacts],
    ['/export', contacts],
    ['/erase', contacts],
    ['/breach', { store: 'all' }],
  ] as const) {
    expect((await post(path, body, null)).status).toBe(401);
    for (const role of ['editor', 'finance', 'hr', 'viewer'] as const)
      expect((await post(path, body, role)).status).toBe(403);
  }
  const found = async () => (await post('/find', contacts, 'administrator')).json();
  expect(await found()).toMatchObject({
    found: expect.arrayContaining([{ table: 'enquiries', rows: 1 }]),
    stays: [],
    names: [enquiry.name],
  });
  const exported = await post('/export', contacts, 'administrator');
  expect(exported.headers.get('cache-control')).toBe('no-store');
  expect(await exported.text()).toContain('find me');
  expect(await (await post('/breach', { store: 'enquiries' }, 'administrator')).text()).toContain(
    'found@example.in',
  );
  expect((await post('/erase', contacts, 'administrator')).status).toBe(200);
  expect(await found()).toMatchObject({ names: [] });
  expect((await stored()).filter(({ email }) => email === 'found@example.in')).toEqual([]);
  const acts = await ledger
    .selectFrom('audit')
    .selectAll()
    .where('actor', '=', 'test administrator')
    .execute();
  expect(acts.map(({ act }) => act)).toEqual([
    'person.found',
    'person.exported',
    'breach.listed',
    'person.erased',
    'person.found',
  ]);
  for (const text of ['found@', '91234', '56780'])
    expect(JSON.stringify(acts) + stack.log.join('\n')).not.toContain(text);
});

test('ten thousand enquiries are paged, searched and exported, with formulas as text', async () => {
  const many = Array.from({ length: 10_000 }, (_, count) => ({
    ...enquiry,
    id: String(count).padStart(16, '0'),
    digest: `many ${count}`,
    message: count === 5000 ? '=HYPERLINK("https://evil.example")' : `many ${count}`,
    began_on: '/seo-sem',
    state: 'closed' as const,
    note: '',
    // A hundred enquiries at the same time.
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(count / 100) * 1000).toISOString(),
    erase_at: '2099-01-01T00:00:00.000Z',
  }));
  for (let at = 0; at < many.length; at += 1000)
    await ledger
      .insertInto('enquiries')
      .values(many.slice(at, at + 1000))
      .execute();
  const seen: z.output<typeof enquirySchema>[] = [];
  for (let after: string | undefined = ''; after !== undefined && seen.length < 300; ) {
    const page = await list(`?state=closed&after=${after}`);
    seen.push(...page.enquiries);
    after = page.next;
  }
  expect(seen.map(({ id }) => Number(id))).toEqual(Array.from({ length: 300 }, (_, at) => 9999 - at));
  expect((await list('?search=hyperlink')).enquiries).toHaveLength(1);
  expect((await list('?search=100%25 of')).enquiries).not.toContainEqual(
    expect.objectContaining({ note: 'x' }),
  );

  const file = await request('/export?state=closed');
  const rows = (await file.text()).split('\r\n');
  expect(rows).toHaveLength(10_002);
  expect(rows.find((row) => row.includes('HYPERLINK'))).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(file.headers.get('content-disposition')).toContain('enquiries.csv');
});

test('invalid requests get a clear error', async () => {
  for (const query of ['?state=lost', '?after=x']) expect((await request(query)).status).toBe(400);
  expect((await request('/x/y')).status).toBe(404);
  const patched = await fetch(`${stack.siteUrl}/api/enquiries`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stack.token('editor')}` },
  });
  expect(patched.status).toBe(405);
  const reloaded = await fetch(`${stack.siteUrl}/api/enquiry`, { redirect: 'manual' });
  expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, '/contact']);
  expect(await statusOf(send({ copy: 'only', message: 'x'.repeat(270_000) }))).toBe(413);
});

test("no log has any of a visitor's input", async () => {
  await switchCopies(false);
  expect(await statusOf(send())).toBe(303);
  const log = stack.log.join('\n');
  for (const text of ['asha@', '98765', 'Gupta', 'scripts', 'sales@']) expect(log).not.toContain(text);
});
