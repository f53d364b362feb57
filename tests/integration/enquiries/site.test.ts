import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { enquiryStates, messageStates } from '#web/contracts/states.ts';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type RoleName, type Stack, startStack } from '../../support/stack.ts';
import { enquiry, newClient } from './enquiries.ts';

let stack: Stack;
let mail: MailServer;
let ledger: Database;
beforeAll(async () => {
  mail = await startMailServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'Example Agency <bills@example.com>', TRUST_PROXY: 'true' };
  // The sandbox is away: enquiries need nothing of it.
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
const kept = () => ledger.selectFrom('enquiries').selectAll().orderBy('created_at').execute();

async function keepCopies(keep: boolean) {
  const settings = stack.client('administrator');
  await settings
    .patch('siteSettings')
    .set({ 'enquiryCopies.keep': keep, 'enquiryCopies.recipient': 'sales@example.com' })
    .commit();
  const notice = 'we also receive a copy of it';
  const page = async () => (await fetch(`${stack.siteUrl}/contact`)).text();
  await expect.poll(async () => (await page()).includes(notice)).toBe(keep);
}

const ask = (path: string, body?: object, role: RoleName | null = 'editor') =>
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
const list = async (query = '') => listSchema.parse(await (await ask(query)).json());

test('until the owner wants copies nothing is kept, and nothing said about it', async () => {
  const chat = await send();
  expect([chat.status, chat.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('https://wa.me/'),
  ]);
  expect(await statusOf(send({ copy: 'only' }))).toBe(204);
  expect(await kept()).toEqual([]);
  const policy = await (await fetch(`${stack.siteUrl}/privacy-policy`)).text();
  expect(policy).toContain('The enquiry form writes a WhatsApp message that you send yourself.');
  expect(policy).not.toContain('erased after 180 days');
});

test('a copy is kept and mailed once through a server that is killed', async () => {
  await keepCopies(true);
  const policy = await (await fetch(`${stack.siteUrl}/privacy-policy`)).text();
  expect(policy).toContain('erased after 180 days');

  // Taken by the mail server, which does not say so before the site is dead.
  const arrived = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<undefined>();
  mail.answers.message = () => {
    arrived.resolve();
    return answered.promise;
  };
  const form = { copy: 'only', from: '/seo-sem' };
  expect(await statusOf(send(form))).toBe(204);
  await arrived.promise;
  await stack.kill('site');
  answered.resolve(undefined);
  mail.answers.message = undefined;
  await stack.start('site');
  // The browser has not heard that it arrived.
  expect(await statusOf(send(form))).toBe(204);
  expect(await kept()).toMatchObject([{ ...enquiry, began_on: '/seo-sem' }]);
  const messages = await ledger.selectFrom('outbox').select(['recipient', 'attempts']).execute();
  expect(messages).toEqual([{ recipient: 'sales@example.com', attempts: 1 }]);
});

test('without scripts a page says that it arrived, and leads on to the chat', async () => {
  const message = 'I have <b>no</b> scripts';
  for (const _ of [1, 2]) {
    const page = await send({ message });
    const html = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    // Its style is within what its policy allows.
    const style = createHash('sha256').update(/<style>(.*)<\/style>/s.exec(html)?.[1] ?? '');
    expect(page.headers.get('content-security-policy')).toContain(`'sha256-${style.digest('base64')}'`);
    expect(html).toContain('Your enquiry has arrived');
    expect(html).toMatch(/<a href="https:\/\/wa\.me\/\d+\?text=Name/);
    expect(html).not.toContain('<b>no');
  }
  const found = (await kept()).filter((one) => one.message === message);
  expect(found).toMatchObject([{ began_on: '/contact' }]);
});

test('what is no path of the site is not where it began', async () => {
  for (const [count, from] of [
    'https://evil.example/',
    '//evil.example',
    '/a?b=c',
    `/${'x'.repeat(300)}`,
  ].entries())
    expect(await statusOf(send({ copy: 'only', from, message: `from ${count}` }))).toBe(204);
  const places = (await kept())
    .filter(({ message }) => message.startsWith('from '))
    .map((one) => one.began_on);
  expect(places).toEqual(['/contact', '/contact', '/contact', '/contact']);
});

test('whoever sends too many still gets to the chat', async () => {
  const from = { 'x-forwarded-for': '203.0.113.9' };
  const sent = [];
  for (let count = 0; count < 11; count += 1)
    sent.push(await statusOf(send({ copy: 'only', message: `flood ${count}` }, from)));
  expect([sent.slice(0, 10).every((status) => status === 204), sent[10]]).toEqual([true, 429]);
  expect(await statusOf(send({ message: 'and one more' }, from))).toBe(303);
});

test('editors and administrators answer and erase, and nobody else sees any of it', async () => {
  const [one] = (await list(`?search=${encodeURIComponent('NO</B> scr')}`)).enquiries;
  const id = one?.id ?? '';
  for (const [path, body] of [
    ['', undefined],
    ['/export', undefined],
    [`/${id}`, {}],
    [`/${id}/erase`, {}],
  ] as const) {
    expect((await ask(path, body, null)).status).toBe(401);
    for (const role of ['finance', 'hr', 'viewer'] as const)
      expect((await ask(path, body, role)).status).toBe(403);
  }
  const change = async (body: object) => {
    const response = await ask(`/${id}`, body);
    const [now] = (await list('?search=no%3C')).enquiries;
    return [response.status, now?.state, now?.answered_by, now?.note];
  };
  expect(await change({ state: 'answered', note: 'Rang back' })).toEqual([
    200,
    'answered',
    'test editor',
    'Rang back',
  ]);
  await ask(`/${id}`, { state: 'answered', note: '' }, 'administrator');
  expect(await change({ state: 'closed', note: ' Won ' })).toEqual([200, 'closed', 'test editor', 'Won']);
  expect(await change({ state: 'new', note: '' })).toEqual([200, 'new', null, '']);
  expect(await change({ state: 'lost', note: 'x'.repeat(301) })).toEqual([400, 'new', null, '']);
  expect((await ask('/AAAAAAAAAAAAAAAA', { state: 'new', note: '' })).status).toBe(404);

  expect((await ask(`/${id}/erase`, {})).status).toBe(200);
  expect((await ask(`/${id}/erase`, {})).status).toBe(404);
  const { rows } = await ledger
    .selectFrom('outbox')
    .select('id')
    .where('enquiry_id', '=', id)
    .execute()
    .then((rows) => ({ rows }));
  expect(rows).toEqual([]);
  const acts = await ledger.selectFrom('audit').select(['actor', 'act', 'subject', 'detail']).execute();
  expect(acts).toEqual([{ actor: 'test editor', act: 'enquiry.erased', subject: id, detail: null }]);
  // Finance reads what was written to customers, not who asked for an offer.
  const messages = await fetch(`${stack.siteUrl}/api/payments/messages`, {
    headers: { authorization: `Bearer ${stack.token('finance')}` },
  });
  expect((await messages.json()).messages).toEqual([]);
});

test('ten thousand are listed page by page, found and exported, formulas as text', async () => {
  const many = Array.from({ length: 10_000 }, (_, count) => ({
    ...enquiry,
    id: String(count).padStart(16, '0'),
    digest: `many ${count}`,
    message: count === 5000 ? '=HYPERLINK("https://evil.example")' : `many ${count}`,
    began_on: '/seo-sem',
    state: 'closed' as const,
    note: '',
    // A hundred at the same moment.
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
  const start = performance.now();
  expect((await list('?search=hyperlink')).enquiries).toHaveLength(1);
  expect((await list('?search=100%25 of')).enquiries).not.toContainEqual(
    expect.objectContaining({ note: 'x' }),
  );
  expect(performance.now() - start).toBeLessThan(2000);

  const file = await ask('/export?state=closed');
  const rows = (await file.text()).split('\r\n');
  expect(rows).toHaveLength(10_002);
  expect(rows.find((row) => row.includes('HYPERLINK'))).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(file.headers.get('content-disposition')).toContain('enquiries.csv');
});

test('bad requests get a clear answer', async () => {
  for (const query of ['?state=lost', '?after=x', '?search=%00']) expect((await ask(query)).status).toBe(400);
  expect((await ask('/x/y')).status).toBe(404);
  const patched = await fetch(`${stack.siteUrl}/api/enquiries`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${stack.token('editor')}` },
  });
  expect(patched.status).toBe(405);
  expect(await statusOf(send({ copy: 'only', message: 'x'.repeat(70_000) }))).toBe(413);
});

test('nothing that a visitor typed is in a log', async () => {
  await keepCopies(false);
  expect(await statusOf(send())).toBe(303);
  const log = stack.log.join('\n');
  for (const text of ['asha@', '98765', 'Gupta', 'scripts', 'sales@']) expect(log).not.toContain(text);
});
