import { createHash } from 'node:crypto';
import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { enquiryStates, messageStates } from '#web/contracts/states.ts';
import { openDatabase } from '#web/database/database.ts';
import { missingMessage } from '#web/enquiry/enquiry.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { startStack } from '../../support/stack.ts';
import { requestAsStaff } from '../../support/staff-request.ts';
import { enquiry, newClient } from './enquiries.ts';

const mail = await closeAfterwards(startMailServer());
const env = { SMTP_URL: mail.url, MAIL_FROM: 'Example Agency <bills@example.com>', TRUST_PROXY: 'true' };
// The sandbox is down, since enquiries do not need it.
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], env }));
const ledger = await closeAfterwards(openDatabase({ folder: `${stack.dataDir}/payments` }));

const send = (change: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(`${stack.siteUrl}/api/enquiry`, {
    method: 'POST',
    headers: { 'x-forwarded-for': newClient(), ...headers },
    body: new URLSearchParams({ path: '/contact', ...enquiry, ...change }),
    redirect: 'manual',
  });
const statusOf = async (sent: ReturnType<typeof send>) => (await sent).status;
const stored = () => ledger.selectFrom('enquiries').selectAll().orderBy('created_at').execute();

const notice = 'The notice of this test.';

async function switchCopies(isOn: boolean) {
  const settings = stack.client('administrator');
  await settings
    .patch('siteSettings')
    .set({ 'enquiryCopies.keep': isOn, 'enquiryCopies.recipient': 'sales@example.com' })
    .set({ 'enquiryCopies.notice': `${notice} We delete it after {enquiryDays} days.` })
    .commit();
  const page = async () => (await fetch(`${stack.siteUrl}/contact`)).text();
  await expect.poll(async () => (await page()).includes(notice)).toBe(isOn);
}

const request = (path: string, body?: object) =>
  requestAsStaff(stack, `/enquiries${path}`, { role: 'editor', body });
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
    expect(page.querySelector('main')?.textContent).toContain(missingMessage);
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

test('staff answer and erase enquiries', async () => {
  const [one] = (await list(`?search=${encodeURIComponent('NO</B> scr')}`)).enquiries;
  const id = one?.id ?? '';
  const change = async (body: object) => {
    const response = await request(`/${id}`, body);
    const [now] = (await list('?search=no%3C')).enquiries;
    return [response.status, now?.state, now?.answered_by, now?.note];
  };
  for (const [state, note, status, ...now] of [
    ['answered', ' Rang back ', 200, 'answered', 'test editor', 'Rang back'],
    ['closed', 'Won', 200, 'closed', 'test editor', 'Won'],
    ['new', '', 200, 'new', null, ''],
    ['lost', 'x'.repeat(301), 400, 'new', null, ''],
  ])
    expect(await change({ state, note })).toEqual([status, ...now]);
  expect((await request('/AAAAAAAAAAAAAAAA', { state: 'new', note: '' })).status).toBe(404);

  expect((await request(`/${id}/erase`, {})).status).toBe(200);
  expect((await request(`/${id}/erase`, {})).status).toBe(404);
  expect(await ledger.selectFrom('outbox').select('id').where('enquiry_id', '=', id).execute()).toEqual([]);
  const auditRows = await ledger.selectFrom('audit').select(['actor', 'act', 'subject', 'detail']).execute();
  expect(auditRows).toEqual([{ actor: 'test editor', act: 'enquiry.erased', subject: id, detail: null }]);
  // Finance sees messages to customers, but not copies of enquiries.
  const messages = await requestAsStaff(stack, '/payments/messages');
  expect((await messages.json()).messages).toEqual([]);
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

test("no log has any of a visitor's input", async () => {
  await switchCopies(false);
  expect(await statusOf(send())).toBe(303);
  const log = stack.log.join('\n');
  for (const text of ['asha@', '98765', 'Gupta', 'scripts', 'sales@']) expect(log).not.toContain(text);
});
