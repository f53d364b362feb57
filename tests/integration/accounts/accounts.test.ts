import { on, once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { type RoleName, startStack } from '../../support/stack.ts';
import { cookieOf, readPage, runStaffCommand, Visitor } from './visitor.ts';

const siteUrl = 'https://www.agency.example';
const password = 'four words in a row';

const env = { SITE_URL: siteUrl, TRUST_PROXY: 'true' };
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], seed: false, env }));
/** The first administrator. */
const asha = new Visitor(stack);
beforeAll(async () => {
  const link = await runStaffCommand(stack, 'link', 'Administrator', '--role', 'administrator');
  await asha.accept(link, 'Asha', password);
});

const me = (visitor: Visitor) => visitor.fetch('/lake/v1/users/me');

/** Invites somebody with a role, who then sets a password. */
async function invited(name: string, role: string) {
  const page = await asha.submitForm('/staff/people', { invite: name, role });
  const { link } = readPage(page);
  const visitor = new Visitor(stack);
  expect((await visitor.accept(link, name, password)).status).toBe(303);
  return { visitor, link, ...(await visitor.json('/lake/v1/users/me')) };
}

/** Returns somebody with a role who has signed in, without the processor time of a password. */
async function signedIn(name: string, role: RoleName) {
  const visitor = new Visitor(stack);
  visitor.cookie = cookieOf(stack, role, name);
  return { visitor, ...(await visitor.json('/lake/v1/users/me')) };
}

const createOrReplace = (visitor: Visitor, document: object) =>
  visitor.fetch('/lake/v1/data/mutate/production', {
    body: JSON.stringify({ mutations: [{ createOrReplace: document }] }),
    headers: { origin: siteUrl, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  });

describe('a sign-in link', () => {
  test('signs one person in, once, with a cookie that only the site receives', async () => {
    const link = await runStaffCommand(stack, 'link', 'Second', '--role', 'administrator');
    expect(link).toMatch(/^https:\/\/www\.agency\.example\/staff\/invitation\/[\w-]{43}$/);
    const visitor = new Visitor(stack);
    const { pathname } = new URL(link);
    const page = await visitor.fetch(pathname);
    expect(page.text).toContain('Administrator');
    expect(page.headers['cache-control']).toBe('no-store, no-transform');
    const accepted = await visitor.accept(link, 'Second', password);
    expect(accepted.headers.location).toBe(`${siteUrl}/studio`);
    expect(accepted.headers['set-cookie']?.[0]).toMatch(
      /^__Host-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
    expect(JSON.parse((await me(visitor)).text)).toMatchObject({ name: 'Second', role: 'administrator' });
    expect((await new Visitor(stack).accept(link, 'Mallory', password)).status).toBe(404);
    expect((await new Visitor(stack).fetch('/staff/invitation/guessed-guessed-guessed')).status).toBe(404);
  });

  test('does not sign anybody out without confirmation', async () => {
    const link = await runStaffCommand(stack, 'link', 'Newcomer', '--role', 'editor');
    const { pathname } = new URL(link);
    const { visitor: owner } = await signedIn('Owner', 'editor');
    const confirmation = await owner.fetch(pathname);
    expect(confirmation.text).toContain('You are signed in as <bdi>Owner</bdi>.');
    expect(confirmation.text).not.toContain('name="password"');
    const refused = await owner.accept(link, 'Newcomer', password);
    expect([refused.status, readPage(refused).problem]).toEqual([
      409,
      expect.stringMatching(/Sign out first/),
    ]);
    expect(await owner.json('/lake/v1/users/me')).toMatchObject({ name: 'Owner' });
    const signedOut = await owner.submitForm('/staff/sign-out', { to: link });
    expect([signedOut.status, signedOut.headers.location]).toEqual([303, link]);
    expect((await owner.fetch(pathname)).text).toContain('name="password"');
    expect((await owner.accept(link, 'Newcomer', password)).status).toBe(303);
    expect(await owner.json('/lake/v1/users/me')).toMatchObject({ name: 'Newcomer' });
  });

  test.each(['क्\u200dष', 'عائشة بنت أحمد', 'N'.repeat(60)])('accepts the name %s', async (name) => {
    const { visitor } = await invited(name, 'viewer');
    expect(await visitor.json('/lake/v1/users/me')).toMatchObject({ name });
    expect((await visitor.fetch('/staff/account')).text).toContain(`<h1>${name}</h1>`);
  });

  test.each([
    'N'.repeat(61),
    'x'.repeat(100_000),
    'Asha \u202egnimrof',
    'A\u0000b',
    '=cmd()',
    'Local Editor',
  ])('refuses the name %j', async (name) => {
    const refused = await asha.submitForm('/staff/people', { invite: name, role: 'viewer' });
    expect([refused.status, readPage(refused).link]).toEqual([400, '']);
  });

  test.each([
    [
      'an administrator',
      'Lost',
      async (id: string) =>
        readPage(await asha.submitForm('/staff/people', { person: id, link: 'new' })).link,
    ],
    ['the command line', 'Gone', () => runStaffCommand(stack, 'link', 'Gone')],
  ])('renewed by %s ends old sessions, passkeys and passwords', async (_who, name, recover) => {
    const { visitor, id } = await invited(name, 'editor');
    const link = await recover(id);
    expect((await me(visitor)).status).toBe(401);
    expect((await new Visitor(stack).submitForm('/staff/sign-in', { name, password })).status).toBe(400);
    expect((await visitor.accept(link, name, 'another four words here')).status).toBe(303);
    expect(JSON.parse((await me(visitor)).text)).toMatchObject({ id });
  });
});

test('people can do what their role allows, under their own name', async () => {
  const { visitor: editor, id } = await signedIn('Meera', 'editor');
  const { visitor: viewer } = await signedIn('Ravi', 'viewer');
  const write = (visitor: Visitor) => createOrReplace(visitor, { _id: 'note', _type: 'page' });
  expect((await write(viewer)).status).toBe(403);
  expect((await write(editor)).status).toBe(200);
  const history = await asha.fetch('/lake/v1/data/history/production/transactions/note?excludeContent=true');
  expect(JSON.parse(history.text.trim().split('\n').at(-1) ?? '')).toMatchObject({ author: id });
  expect(await asha.json(`/lake/v1/projects/local/users/${id}`)).toMatchObject({ displayName: 'Meera' });
  await asha.submitForm('/staff/people', { person: id, remove: 'yes' });
  expect((await me(editor)).status).toBe(401);
  expect(await asha.json(`/lake/v1/users/${id}`)).toMatchObject({ displayName: 'Meera' });
  for (const path of ['/staff/people', '/staff/account'])
    expect((await new Visitor(stack).fetch(path)).headers.location, path).toBe('/staff/sign-in');
});

describe('a session', () => {
  test('is refused to pages of other sites', async () => {
    const { visitor } = await signedIn('Farah', 'editor');
    const foreign = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign)
      expect((await visitor.fetch('/lake/v1/users/me', { headers })).status).toBeGreaterThan(400);
    const body = JSON.stringify({ mutations: [{ create: { _id: 'forged', _type: 'page' } }] });
    expect((await visitor.fetch('/lake/v1/data/mutate/production', { body })).status).toBe(401);
    for (const path of ['account', 'people', 'sign-in', 'sign-out', 'invitation/x', 'one-click'])
      for (const headers of [...foreign, { origin: undefined, 'sec-fetch-site': undefined }])
        expect((await visitor.submitForm(`/staff/${path}`, { end: 'others' }, headers)).status, path).toBe(
          403,
        );
    expect((await me(visitor)).status).toBe(200);
    for (const name of ['streams', 'socket/production'])
      await expect(visitor.socket(name, 'https://evil.example').opened, name).rejects.toThrow('403');
    const page = await visitor.fetch('/staff/account');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('ends with its streams by signing out, from another device and from the command line', async () => {
    const { visitor, id } = await invited('Dev', 'editor');
    const other = new Visitor(stack);
    const signIn = { name: 'dev', password, to: `${siteUrl}/studio/structure` };
    const signedIn = await other.submitForm('/staff/sign-in', signIn, {
      'user-agent': 'Mozilla Firefox Windows',
    });
    expect(signedIn.headers.location).toBe(signIn.to);
    expect((await visitor.fetch('/staff/account')).text).toContain('Firefox on Windows');
    const ended = async (end: () => Promise<unknown>) => {
      const [stream, presence, streams] = [other.stream(), other.socket(), other.socket('streams')];
      const live = other.stream('/lake/v1/data/live/events/production?includeDrafts=true');
      await Promise.all([stream.opened, live.opened, presence.opened, streams.opened]);
      const messages = on(streams.socket, 'message');
      streams.socket.send(JSON.stringify({ id: 1, open: '/v1/data/listen/production?query=*' }));
      for await (const [text] of messages) if (`${text}`.includes('welcome')) break;
      const over = once(streams.socket, 'message');
      await end();
      await Promise.all([stream.ended, live.ended, presence.ended]);
      expect(JSON.parse(`${(await over)[0]}`)).toEqual({ id: 1, end: true });
      expect((await me(other)).status).toBe(401);
      await other.submitForm('/staff/sign-in', signIn);
    };
    await ended(() => visitor.submitForm('/staff/account', { end: 'others' }));
    await ended(() => other.fetch('/lake/v1/auth/logout', { method: 'POST', headers: { origin: siteUrl } }));
    await ended(() => other.submitForm('/staff/sign-out', {}));
    await ended(() => runStaffCommand(stack, 'end-sessions', 'Dev'));
    await ended(() => asha.submitForm('/staff/people', { person: id, remove: 'yes' }));
    expect((await me(visitor)).status).toBe(401);
  });

  test('gets other streams after a change of role', async () => {
    const { visitor, id } = await signedIn('Kiran', 'editor');
    const streams = [visitor.stream(), visitor.stream('/lake/v1/data/live/events/production')];
    await Promise.all(streams.map(({ opened }) => opened));
    await asha.submitForm('/staff/people', { person: id, role: 'finance' });
    await Promise.all(streams.map(({ ended }) => ended));
    const history = await visitor.fetch('/lake/v1/data/history/production/transactions/note');
    expect(history.status).toBe(403);
  });

  test('redirects to an address whose characters are allowed in a header', async () => {
    await invited('Noor', 'viewer');
    const to = `${siteUrl}/studio/\r\nset-cookie: x=1/हिन्दी`;
    const form = { name: 'Noor', password, to };
    const { status, headers } = await new Visitor(stack).submitForm('/staff/sign-in', form);
    expect([status, headers.location]).toEqual([303, new URL(to).href]);
    // One cookie is for the session, the other makes the browser a known one.
    expect(headers['set-cookie']).toHaveLength(2);
  });

  test('is new after signing in, even if the browser sent a cookie', async () => {
    const { visitor } = await invited('Farid', 'viewer');
    const planted = visitor.cookie;
    expect((await visitor.submitForm('/staff/sign-in', { name: 'Farid', password })).status).toBe(303);
    expect(visitor.cookie).not.toBe(planted);
    expect((await visitor.fetch('/lake/v1/users/me', { headers: { cookie: planted } })).status).toBe(401);
    visitor.cookie = `__Host-staff=${'a'.repeat(43)}`;
    await visitor.submitForm('/staff/sign-in', { name: 'Farid', password });
    expect(visitor.cookie).not.toContain('aaaa');
  });

  test('opens payments for finance, and not after it has ended', async () => {
    const { visitor: finance, id } = await signedIn('Lata', 'finance');
    const payments = (visitor: Visitor, headers = {}) => visitor.fetch('/api/payments', { headers });
    expect((await payments(finance)).status).toBe(200);
    expect((await payments(finance, { origin: 'https://evil.example' })).status).toBe(401);
    expect((await payments(finance, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await finance.fetch('/api/payments/bills', post)).status).toBe(401);
    await finance.fetch('/api/payments/export');
    expect((await finance.json('/api/payments/audit')).acts[0]).toMatchObject({
      actor: 'Lata',
      act: 'export',
    });
    await asha.submitForm('/staff/people', { person: id, remove: 'yes' });
    await expect.poll(async () => (await payments(finance)).status).toBe(401);
  });

  test('shows drafts only together with the preview cookie', async () => {
    const { visitor, id } = await signedIn('Priya', 'hr');
    const secret = 'a-secret-as-the-studio-makes-them';
    const secretDocument = {
      _id: 'drafts.preview-secret',
      _type: 'sanity.previewUrlSecret',
      source: 'test',
      secret,
    };
    await stack.client('editor').createOrReplace({ ...secretDocument, studioUrl: siteUrl });
    const begin = `/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/`;
    const { headers } = await new Visitor(stack).fetch(begin);
    const preview = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
    expect(preview).toContain('__prerender_bypass=');
    const session = visitor.cookie;
    const events = (cookie: string) => visitor.stream('/api/draft-mode/events', { cookie }).opened;
    expect(await events(preview)).toBe(403);
    expect(await events(session)).toBe(403);
    const stream = visitor.stream('/api/draft-mode/events', { cookie: `${preview}; ${session}` });
    expect(await stream.opened).toBe(200);
    const alone = await visitor.fetch('/', { headers: { cookie: preview } });
    expect(alone.headers['set-cookie']?.join()).toMatch(/__prerender_bypass=;/);
    const both = { headers: { cookie: `${preview}; ${session}` } };
    // A preview runs scripts.
    const page = async () =>
      /'nonce-/.test(`${(await visitor.fetch('/', both)).headers['content-security-policy']}`);
    await expect.poll(page).toBe(true);
    await asha.submitForm('/staff/people', { person: id, role: 'finance' });
    await stream.ended;
    await expect.poll(() => events(`${preview}; ${session}`)).toBe(403);
    expect(await page()).toBe(false);
  });
});

test('signing in with one click is refused on a public address', async () => {
  const page = await new Visitor(stack).fetch('/staff/sign-in');
  expect(readPage(page).roles).toEqual([]);
  const click = { role: 'administrator' };
  const { port } = stack.settings;
  for (const headers of [{}, { host: `localhost:${port}`, origin: `http://localhost:${port}` }])
    for (const path of ['/staff/sign-in', '/staff/one-click']) {
      const visitor = new Visitor(stack);
      expect((await visitor.submitForm(path, click, headers)).status).toBeGreaterThanOrEqual(400);
      expect(visitor.cookie).toBe('');
    }
  const past = { method: 'POST', headers: { origin: siteUrl }, body: new URLSearchParams(click) };
  const refused = await fetch(`${stack.lakeUrl}/staff/one-click`, past);
  expect([refused.status, refused.headers.get('location')]).toEqual([403, null]);
});

test('every response of the lake and the staff pages has the security headers', async () => {
  const evil = { origin: 'https://evil.example' };
  const expectStatus = async (status: number, address: string, options = {}) => {
    const response = await new Visitor(stack).fetch(address, options);
    expect(response.status, address).toBe(status);
    expect(response.headers, address).toMatchObject({
      'content-security-policy': expect.stringMatching(/base-uri 'none'/),
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
      'referrer-policy': expect.stringMatching(/origin/),
    });
    expect(response.headers['content-security-policy']).toContain('frame-ancestors');
  };
  await expectStatus(200, '/staff/sign-in');
  await expectStatus(200, '/staff/passkeys.js');
  await expectStatus(303, '/staff/account');
  await expectStatus(404, '/staff/nothing');
  await expectStatus(404, '/staff/invitation/%E0%A4%A');
  await expectStatus(403, '/staff/sign-in', { body: 'name=x', headers: evil });
  await expectStatus(400, '/staff/sign-in', { body: 'x'.repeat(70_000), headers: { origin: siteUrl } });
  await expectStatus(200, '/lake/v1/ping');
  await expectStatus(401, '/lake/v1/users/me');
  await expectStatus(403, '/lake/v1/ping', { headers: evil });
  await expectStatus(421, '/lake/v1/ping', { headers: { host: 'evil.example' } });
  await expectStatus(404, '/lake/nothing');
  await stack.kill('lake');
  await expectStatus(503, '/lake/v1/ping');
  await expectStatus(503, '/staff/sign-in');
});
