import { once } from 'node:events';
import { connect } from 'node:net';
import { parse } from 'node-html-parser';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { may, type RoleName, roles } from '#roles';
import { openDatabase } from '#web/database/database.ts';
import { maxUpload } from '#web/http/uploads.ts';
import { erasePersonalData } from '#web/jobs/erasure.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { retention } from '../../support/retention.ts';
import { startStack } from '../../support/stack.ts';
import { requestAsStaff, type StaffRequest } from '../../support/staff-request.ts';
import { newClient } from '../enquiries/enquiries.ts';
import { docx, pdf } from './files.ts';

const day = 24 * 3_600_000;
const mail = await closeAfterwards(startMailServer());
const env = { SMTP_URL: mail.url, MAIL_FROM: 'Example Agency <bills@example.com>', TRUST_PROXY: 'true' };
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], env }));
const ledger = await closeAfterwards(openDatabase({ folder: `${stack.dataDir}/payments` }));

const path = '/careers/content-writer';
const asha = {
  path,
  name: 'आशा गुप्ता',
  phone: '+91 98765 43210',
  email: 'asha@example.in',
  message: 'I write "well"\n& fast',
};
type Form = Record<string, string | Blob>;

function formOf(change: Form) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...asha, cv: new File([pdf()], 'cv.pdf'), ...change }))
    form.set(name, value);
  return form;
}
const post = (body: BodyInit, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', redirect: 'manual', duplex: 'half' } as const;
  const sender = { 'x-forwarded-for': newClient(), ...headers };
  return fetch(`${stack.siteUrl}/api/application`, { ...init, headers: sender, body });
};
const send = (change: Form = {}) => post(formOf(change));
const file = (bytes: Uint8Array<ArrayBuffer> | string, name = 'cv.pdf') => new File([bytes], name);
const stored = () => ledger.selectFrom('applications').selectAll().orderBy('created_at').execute();
const load = async (address = path) => (await fetch(stack.siteUrl + address)).text();

async function change(id: string, fields: Record<string, unknown>) {
  await stack.client('administrator').patch(id).set(fields).commit();
}
const take = (open: boolean) =>
  change('siteSettings', { 'applications.open': open, 'applications.recipient': 'hr@example.com' });

test('until the owner switches applications on, nothing of them is on a page and none is taken', async () => {
  const page = await load();
  expect(page).not.toContain('/api/application');
  expect(page).toContain('"directApply":false');
  expect((await send()).status).toBe(404);
  expect(await load('/privacy-policy')).not.toContain('We delete them after');
  expect(await stored()).toEqual([]);
});

describe('switched on', () => {
  beforeAll(() => take(true));
  beforeEach(async () => {
    for (const table of ['applications', 'application_files', 'outbox', 'audit'] as const)
      await ledger.deleteFrom(table).execute();
    mail.received.length = 0;
  });

  test("an opening's page has the form beside its buttons, and says what happens with the data", async () => {
    await expect.poll(() => load()).toContain('/api/application');
    const html = await load();
    const page = parse(html);
    const form = page.querySelector('form[action="/api/application"]');
    expect([form?.getAttribute('method'), form?.getAttribute('enctype')]).toEqual([
      'post',
      'multipart/form-data',
    ]);
    expect(form?.textContent).toContain('We delete them after 180 days');
    expect(html).toContain('"directApply":true');
    expect(page.querySelectorAll('a[href^="/contact?"]').length).toBeGreaterThan(1);
    expect(await load('/privacy-policy')).toContain('We delete them after 180 days');
    expect(await load('/careers')).not.toContain('/api/application');
  });

  test('an application is stored with its CV, and HR gets a mail without personal data', async () => {
    const sent = await send();
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([200, 'no-store, no-transform']);
    const { path: _path, ...typed } = asha;
    const [application, ...others] = await stored();
    expect(others).toEqual([]);
    expect(application).toMatchObject({
      ...typed,
      opening: 'Content Writer',
      state: 'new',
      file_type: 'pdf',
    });
    expect(Date.parse(`${application?.erase_at}`) - Date.parse(`${application?.created_at}`)).toBe(180 * day);
    await expect.poll(() => mail.to('hr@example.com').length).toBe(1);
    const [copy] = mail.to('hr@example.com');
    expect(copy?.text).toContain(`${stack.siteUrl}/studio/applications`);
    expect(`${copy?.text}${copy?.html}`).not.toMatch(/आशा|98765|asha|%PDF/);
  });

  test('a form that is sent again makes one application, also at once and after an interruption', async () => {
    await Promise.all(Array.from({ length: 6 }, () => send()));
    expect(await stored()).toHaveLength(1);
    expect(await ledger.selectFrom('outbox').select('id').execute()).toHaveLength(1);
    // The same person may apply for another opening, or with another CV, and another person with the same words.
    await send({ path: '/careers/graphic-designer' });
    await send({ cv: file(docx) });
    await send({ email: 'ravi@example.in' });
    expect(await stored()).toHaveLength(4);
  });

  test('an upload of 5 MB that breaks off leaves nothing, and is stored once when it is sent again', async () => {
    const cv = file(pdf('large', maxUpload));
    const form = new Response(formOf({ cv }));
    const type = form.headers.get('content-type') ?? '';
    const body = Buffer.from(await form.arrayBuffer());
    const { hostname, port } = new URL(stack.siteUrl);
    const socket = connect(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.write(
      `POST /api/application HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(body.subarray(0, body.length - 100), resolve));
    socket.destroy();
    expect(await stored()).toEqual([]);
    for (const _ of [1, 2]) expect((await post(body, { 'content-type': type })).status).toBe(200);
    expect(await stored()).toMatchObject([{ file_size: maxUpload }]);
  });

  test('of four uploads of one network at once, one is refused, and later tries are taken', async () => {
    const headers = { 'x-forwarded-for': newClient(), 'content-type': '' };
    const form = new Response(formOf({}));
    headers['content-type'] = form.headers.get('content-type') ?? '';
    const body = Buffer.from(await form.arrayBuffer());
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const sendSlowly = () => {
      const slow = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(body.subarray(0, 100));
          await opened;
          controller.enqueue(body.subarray(100));
          controller.close();
        },
      });
      return post(slow, headers);
    };
    const sent = [1, 2, 3, 4].map(sendSlowly);
    expect((await Promise.race(sent)).status).toBe(503);
    open();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 503]);
    expect((await post(body, headers)).status).toBe(200);
  });

  test('an invalid field is named, and the browser still has what was typed', async () => {
    const sent = await send({ email: 'asha@', phone: '<script>', cv: file('') });
    const text = parse(await sent.text()).textContent;
    expect(sent.status).toBe(400);
    expect(text).toMatch(/mobile number.*e-mail.*CV/is);
    expect(text).toContain('Go back in your browser');
  });

  const withPath = (name: string) => formOf({ cv: file(pdf(), name) });
  test.each<[string, () => ReturnType<typeof send>, number]>([
    ['wrong magic bytes', () => send({ cv: file('MZ program') }), 400],
    ['5 MB and a byte', () => send({ cv: file(pdf('', maxUpload + 1)) }), 400],
    ['far too many bytes', () => send({ cv: file(pdf('', 2 * maxUpload)) }), 413],
    ['an empty file', () => send({ cv: file('') }), 400],
    ['text in place of the file', () => send({ cv: `${pdf()}` }), 400],
    ['a name with path parts', () => post(withPath('../../../etc/cron.d/cv.pdf')), 200],
    ['a name with line breaks', () => post(withPath('a\r\nSet-Cookie: b=c\r\n\r\n.pdf')), 200],
    ['a name with a direction override', () => post(withPath('cv\u202efdp.exe')), 200],
    ['no parts', () => post(new FormData()), 404],
    ['parts that are missing', () => send({ name: '', phone: '', email: '' }), 400],
    ['a form without a boundary', () => post('x', { 'content-type': 'multipart/form-data' }), 400],
    ['another content type', () => post(new URLSearchParams(asha)), 415],
    ['JSON', () => post(JSON.stringify(asha), { 'content-type': 'application/json' }), 415],
    ['the path of another page', () => send({ path: '/contact' }), 404],
    ['a path that leads elsewhere', () => send({ path: '//evil.example/careers/x' }), 404],
    ['a filled honeypot', () => send({ subject: 'Buy now' }), 400],
    ['a form of another site', () => post(formOf({}), { 'sec-fetch-site': 'cross-site' }), 403],
  ])('%s', async (_is, request, status) => {
    const response = await request();
    expect(response.status).toBe(status);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).not.toContain('<script');
    expect(await stored()).toHaveLength(status === 200 ? 1 : 0);
  });

  test('one address can send only so many', async () => {
    const client = { 'x-forwarded-for': '203.0.113.7' };
    const statuses: number[] = [];
    for (let sent = 0; sent < 12; sent += 1) statuses.push((await post(new FormData(), client)).status);
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429]);
    expect((await post(new FormData(), client)).headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('a closed opening takes none, and its page has no form', async () => {
    const closed = '/careers/digital-marketing-intern';
    await change('jobOpening-digital-marketing-intern', { validThrough: '2026-01-31' });
    await expect.poll(() => load(closed)).not.toContain('/api/application');
    expect((await send({ path: closed })).status).toBe(410);
    expect(await stored()).toEqual([]);
  });

  const listSchema = z.object({
    applications: z.array(z.looseObject({ id: z.string() })),
  });
  const request = (sent: string, options: StaffRequest = {}) =>
    requestAsStaff(stack, `/applications${sent}`, { role: 'hr', ...options });
  const list = async (query = '') => listSchema.parse(await (await request(query)).json()).applications;
  const acts = async () =>
    (await ledger.selectFrom('audit').select(['act', 'subject', 'detail']).orderBy('id').execute()).map(
      ({ act, subject, detail }) => [act, subject, detail],
    );

  test('only HR and administrators list, download, change and erase', async () => {
    await send();
    const [{ id } = { id: '' }] = await stored();
    const ways: [string, StaffRequest][] = [
      ['', {}],
      [`/${id}/cv`, {}],
      [`/${id}`, { body: { state: 'declined', note: '' } }],
      [`/${id}/erase`, { body: {} }],
    ];
    const names: (RoleName | null)[] = ['editor', 'finance', 'viewer', null];
    expect(Object.keys(roles).filter((name) => may([name], 'handleApplications'))).toEqual([
      'administrator',
      'hr',
    ]);
    for (const role of names)
      for (const [way, options] of ways) {
        const response = await request(way, { role, ...options });
        expect([role, way, response.status]).toEqual([role, way, role ? 403 : 401]);
        expect(await response.text()).not.toMatch(/asha|आशा|%PDF/i);
      }
    expect(await stored()).toMatchObject([{ state: 'new' }]);
    for (const role of ['hr', 'administrator'] as const)
      expect((await request('', { role })).status).toBe(200);
    // The content lake, which the Studio reads, has none of it.
    expect(await stack.client('administrator').fetch(`count(*[email == "${asha.email}"])`)).toBe(0);
  });

  test('the CV is saved and never shown, under a safe name, and the download is in the audit log', async () => {
    await send({ name: 'आशा\u202e "x"\r\n;../' });
    const [{ id } = { id: '' }] = await stored();
    const cv = await request(`/${id}/cv`);
    expect(Buffer.from(await cv.arrayBuffer())).toEqual(pdf());
    expect(Object.fromEntries(cv.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="CV ___ x.pdf"; filename*=UTF-8''${encodeURIComponent('CV आशा x.pdf')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'none'"),
    });
    expect(await acts()).toEqual([['application.cv-downloaded', id, null]]);
    expect((await request('/nobody/cv')).status).toBe(404);
  });

  test('HR changes the status, which the audit log records, and filters the list', async () => {
    await send();
    const [{ id } = { id: '' }] = await list();
    expect((await request(`/${id}`, { body: { state: 'invited', note: 'Monday' } })).status).toBe(200);
    expect(await stored()).toMatchObject([{ state: 'invited', note: 'Monday' }]);
    expect(await acts()).toEqual([['application.changed', id, 'invited']]);
    expect((await request('/nobody', { body: { state: 'new', note: '' } })).status).toBe(404);
    expect((await request(`/${id}`, { body: { state: 'hired', note: '' } })).status).toBe(400);
    expect(await list('?state=new')).toEqual([]);
    expect(await list(`?search=${encodeURIComponent('गुप्ता')}`)).toHaveLength(1);
    expect((await list())[0]).not.toHaveProperty('content');
  });

  test('HR erases an application with its CV', async () => {
    await send();
    const [{ id } = { id: '' }] = await list();
    expect((await request(`/${id}/erase`, { body: {} })).status).toBe(200);
    expect((await request(`/${id}/erase`, { body: {} })).status).toBe(404);
    expect(await ledger.selectFrom('application_files').selectAll().execute()).toEqual([]);
    expect(await acts()).toEqual([['application.erased', id, null]]);
  });

  test("it is in its person's data, with the CV, and is erased with it", async () => {
    await send();
    const admin = (what: string, contacts: string) =>
      requestAsStaff(stack, `/personal-data/${what}`, { role: 'administrator', body: { contacts } });
    const data = await (await admin('export', '९८७६५४३२१०')).json();
    expect(data.applications).toMatchObject([{ name: asha.name, opening: 'Content Writer' }]);
    expect(data.applications[0]).not.toHaveProperty('digest');
    expect(Buffer.from(data.cvs[0].file, 'base64')).toEqual(pdf());
    expect((await (await admin('export', 'other@example.in')).json()).applications).toEqual([]);
    expect((await admin('erase', asha.email)).status).toBe(200);
    expect(await stored()).toEqual([]);
    expect(await ledger.selectFrom('application_files').selectAll().execute()).toEqual([]);
  });

  test('it is erased on the promised day', async () => {
    await send();
    const now = Date.now();
    await erasePersonalData(ledger, retention(2922), now + 179 * day);
    expect(await stored()).toHaveLength(1);
    await erasePersonalData(ledger, retention(2922), now + 180 * day + 60_000);
    expect(await ledger.selectFrom('application_files').selectAll().execute()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  test('CVs never fill the disk', async () => {
    await send();
    await ledger
      .updateTable('applications')
      .set({ file_size: 1024 ** 3 })
      .execute();
    expect((await send({ name: 'Ravi' })).status).toBe(503);
  });
});
