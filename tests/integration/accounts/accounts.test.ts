import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.ts';
import { readPage, staff, Visitor } from './visitor.ts';

const siteUrl = 'https://www.agency.example';
const password = 'four words in a row';

let stack: Stack;
/** The first administrator, signed in. */
let asha: Visitor;
beforeAll(async () => {
  stack = await startStack({
    parts: ['lake', 'site'],
    seed: false,
    env: { SITE_URL: siteUrl, TRUST_PROXY: 'true' },
  });
  asha = new Visitor(stack);
  await asha.accept(await staff(stack, 'link', 'Administrator', '--role', 'administrator'), 'Asha', password);
});
afterAll(() => stack?.stop());

const me = (visitor: Visitor) => visitor.ask('/lake/v1/users/me');

/** Invites somebody of a role, who then sets a password. */
async function invited(name: string, role: string) {
  const { link } = readPage(await asha.send('/staff/people', { invite: name, role }));
  const visitor = new Visitor(stack);
  expect((await visitor.accept(link, name, password)).status).toBe(303);
  return { visitor, link, ...(await visitor.json('/lake/v1/users/me')) };
}

describe('a link', () => {
  test('lets one person in, once, with a cookie that only the site gets', async () => {
    const link = await staff(stack, 'link', 'Second', '--role', 'administrator');
    expect(link).toMatch(/^https:\/\/www\.agency\.example\/staff\/invitation\/[\w-]{43}$/);
    const visitor = new Visitor(stack);
    const { pathname } = new URL(link);
    const page = await visitor.ask(pathname);
    expect(page.text).toContain('Administrator');
    expect(page.headers['cache-control']).toBe('no-store');
    const accepted = await visitor.accept(link, 'Second', password);
    expect(accepted.headers.location).toBe(`${siteUrl}/studio`);
    expect(accepted.headers['set-cookie']?.[0]).toMatch(
      /^__Host-staff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
    expect(JSON.parse((await me(visitor)).text)).toMatchObject({ name: 'Second', role: 'administrator' });
    expect((await new Visitor(stack).accept(link, 'Mallory', password)).status).toBe(404);
    expect((await new Visitor(stack).ask('/staff/invitation/guessed-guessed-guessed')).status).toBe(404);
  });

  test.each([
    ['Vikram', 'too short', /12 characters/],
    ['Vikram', 'vikram vikram', /easy to guess/],
    ['Vikram', 'password1234', /easy to guess/],
    ['Asha', password, /has this name/],
    ['<script>', password, /letters/],
  ])('refuses %s with the password %j, and can be used again', async (name, given, problem) => {
    const link = await staff(stack, 'link', 'Vikram', '--role', 'viewer');
    const refused = await new Visitor(stack).accept(link, name, given);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(readPage(refused).problem).toMatch(problem);
    expect((await new Visitor(stack).accept(link, 'Vikram', password)).status).toBe(303);
  });

  test('made anew for lost access ends sessions, passkeys and password of before', async () => {
    const { visitor, id } = await invited('Lost', 'editor');
    const { link } = readPage(await asha.send('/staff/people', { person: id, link: 'new' }));
    expect((await me(visitor)).status).toBe(401);
    expect((await new Visitor(stack).send('/staff/sign-in', { name: 'Lost', password })).status).toBe(400);
    expect((await visitor.accept(link, 'Lost', 'another four words here')).status).toBe(303);
    expect(JSON.parse((await me(visitor)).text)).toMatchObject({ id });
  });
});

describe('people', () => {
  test('do what their role allows, under their own name', async () => {
    const { visitor: editor, id } = await invited('Meera', 'editor');
    const { visitor: viewer } = await invited('Ravi', 'viewer');
    const write = (visitor: Visitor) =>
      visitor.ask('/lake/v1/data/mutate/production', {
        body: JSON.stringify({ mutations: [{ createOrReplace: { _id: 'note', _type: 'page' } }] }),
        headers: { origin: siteUrl, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      });
    expect((await write(viewer)).status).toBe(403);
    expect((await write(editor)).status).toBe(200);
    const history = await asha.ask('/lake/v1/data/history/production/transactions/note?excludeContent=true');
    expect(JSON.parse(history.text.trim().split('\n').at(-1) ?? '')).toMatchObject({ author: id });
    expect(await asha.json(`/lake/v1/projects/local/users/${id}`)).toMatchObject({ displayName: 'Meera' });
    await asha.send('/staff/people', { person: id, remove: 'yes' });
    expect((await me(editor)).status).toBe(401);
    expect(await asha.json(`/lake/v1/users/${id}`)).toMatchObject({ displayName: 'Meera' });
    for (const path of ['/staff/people', '/staff/account'])
      expect((await new Visitor(stack).ask(path)).headers.location, path).toBe('/staff/sign-in');
    expect((await viewer.ask('/staff/people')).status).toBe(403);
    expect((await viewer.send('/staff/people', { invite: 'Eve', role: 'administrator' })).status).toBe(403);
  });

  test('the last administrator stays one', async () => {
    for (const person of ['Second', 'Asha'])
      await staff(stack, 'link', person, '--role', 'viewer').catch(() => '');
    const { id } = await asha.json('/lake/v1/users/me').catch(() => ({ id: '' }));
    expect(await staff(stack, 'list')).toMatch(/Asha, administrator/);
    const changes: Record<string, string>[] = [{ remove: 'yes' }, { role: 'editor' }];
    for (const change of changes)
      expect(readPage(await asha.send('/staff/people', { person: id, ...change })).problem).toMatch(/last/);
  });
});

describe('a session', () => {
  test('is refused to the pages of other sites', async () => {
    const { visitor } = await invited('Farah', 'editor');
    const api = '/lake/v1/users/me';
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await visitor.ask(api, { headers })).status, JSON.stringify(headers)).toBeGreaterThan(400);
    const mutate = '/lake/v1/data/mutate/production';
    const body = JSON.stringify({ mutations: [{ create: { _id: 'forged', _type: 'page' } }] });
    expect((await visitor.ask(mutate, { body })).status).toBe(401);
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const refused = await visitor.send(
        '/staff/account',
        { end: 'others' },
        { origin, 'sec-fetch-site': undefined },
      );
      expect(refused.status, origin).toBe(403);
    }
    const page = await visitor.ask('/staff/account');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('ends by signing out, from another device, by the command line, and its streams with it', async () => {
    const { visitor, id } = await invited('Dev', 'editor');
    const other = new Visitor(stack);
    const signIn = { name: 'dev', password, to: `${siteUrl}/studio/structure` };
    const signedIn = await other.send('/staff/sign-in', signIn, { 'user-agent': 'Mozilla Firefox Windows' });
    expect(signedIn.headers.location).toBe(signIn.to);
    expect((await visitor.ask('/staff/account')).text).toContain('Firefox on Windows');
    const ended = async (end: () => Promise<unknown>) => {
      const [stream, socket] = [other.stream(), other.presence()];
      await Promise.all([stream.opened, socket.opened]);
      await end();
      const from = Date.now();
      await Promise.all([stream.ended, socket.ended]);
      expect(Date.now() - from).toBeLessThan(1000);
      expect((await me(other)).status).toBe(401);
      await other.send('/staff/sign-in', signIn);
    };
    await ended(() => visitor.send('/staff/account', { end: 'others' }));
    await ended(() => other.ask('/lake/v1/auth/logout', { method: 'POST', headers: { origin: siteUrl } }));
    await ended(() => other.send('/staff/sign-out', {}));
    await ended(() => staff(stack, 'end-sessions', 'Dev'));
    await ended(() => asha.send('/staff/people', { person: id, remove: 'yes' }));
    expect((await me(visitor)).status).toBe(401);
  });

  test('of another role has other streams', async () => {
    const { visitor, id } = await invited('Kiran', 'editor');
    const stream = visitor.stream();
    await stream.opened;
    await asha.send('/staff/people', { person: id, role: 'finance' });
    await stream.ended;
    const history = await visitor.ask('/lake/v1/data/history/production/transactions/note');
    expect(history.status).toBe(403);
  });

  test('leads back to no other site', async () => {
    const { visitor } = await invited('Noor', 'viewer');
    for (const to of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      '/\\evil.example',
      '',
    ])
      expect((await visitor.send('/staff/sign-in', { name: 'Noor', password, to })).headers.location).toBe(
        `${siteUrl}/studio`,
      );
  });

  test('opens payments for whom they are for, until a moment after it has ended', async () => {
    const { visitor: finance, id } = await invited('Lata', 'finance');
    const { visitor: editor } = await invited('Omar', 'editor');
    const payments = (visitor: Visitor, headers = {}) => visitor.ask('/api/payments', { headers });
    expect((await payments(finance)).status).toBe(200);
    expect((await payments(finance, { origin: 'https://evil.example' })).status).toBe(401);
    expect((await payments(finance, { 'sec-fetch-site': 'cross-site' })).status).toBe(401);
    const post = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect((await finance.ask('/api/payments/bills', post)).status).toBe(401);
    expect((await payments(editor)).status).toBe(403);
    await asha.send('/staff/people', { person: id, remove: 'yes' });
    await expect.poll(async () => (await payments(finance)).status, { timeout: 2500 }).toBe(401);
  });

  test('and the cookie of previews together show drafts, neither alone does', async () => {
    const { visitor, id } = await invited('Priya', 'hr');
    const secret = 'a-secret-as-the-studio-makes-them';
    const kept = { _id: 'drafts.preview-secret', _type: 'sanity.previewUrlSecret', source: 'test', secret };
    await stack.client('editor').createOrReplace({ ...kept, studioUrl: siteUrl });
    const begin = `/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/`;
    const { headers } = await new Visitor(stack).ask(begin);
    const preview = (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
    expect(preview).toContain('__prerender_bypass=');
    const session = visitor.cookie;
    const events = (cookie: string) => visitor.stream('/api/draft-mode/events', { cookie }).opened;
    expect(await events(preview)).toBe(403);
    expect(await events(session)).toBe(403);
    const stream = visitor.stream('/api/draft-mode/events', { cookie: `${preview}; ${session}` });
    expect(await stream.opened).toBe(200);
    const alone = await visitor.ask('/', { headers: { cookie: preview } });
    expect(alone.headers['set-cookie']?.join()).toMatch(/__prerender_bypass=;/);
    await asha.send('/staff/people', { person: id, role: 'finance' });
    await stream.ended;
    await expect.poll(() => events(`${preview}; ${session}`)).toBe(403);
  });
});

describe('signing in', () => {
  test('tells a wrong name and a wrong password alike, and makes whoever tries too often wait', async () => {
    await invited('Tara', 'viewer');
    const attempt = (name: string, client: string, given = 'not the right words') =>
      new Visitor(stack).send('/staff/sign-in', { name, password: given }, { 'x-forwarded-for': client });
    const [known, unknown] = [await attempt('Tara', '198.51.100.1'), await attempt('Nobody', '198.51.100.1')];
    expect([known.status, readPage(known)]).toEqual([unknown.status, readPage(unknown)]);
    for (let tries = 0; tries < 9; tries += 1) await attempt('TARA', `198.51.100.${tries + 2}`);
    const late = await attempt('Tara', '198.51.100.20', password);
    expect(late.status).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(800);
    expect(readPage(late).problem).toMatch(/in 15 minutes/);
    await stack.kill('lake');
    await stack.start('lake');
    expect((await attempt('Tara', '198.51.100.21', password)).status).toBe(429);
    // A /64 counts as one address.
    for (let tries = 0; tries < 30; tries += 1) await attempt(`Somebody ${tries}`, `2001:db8::${tries}`);
    expect((await attempt('Asha', '2001:db8::ffff', password)).status).toBe(429);
    expect((await attempt('Asha', '2001:db8:0:1::1', password)).status).toBe(303);
  }, 60_000);

  test('with one click does not exist on a public address', async () => {
    const page = await new Visitor(stack).ask('/staff/sign-in');
    expect(readPage(page).roles).toEqual([]);
    const { port } = stack.settings;
    for (const headers of [{}, { host: `localhost:${port}`, origin: `http://localhost:${port}` }]) {
      const visitor = new Visitor(stack);
      expect((await visitor.send('/staff/sign-in', { role: 'administrator' }, headers)).status).toBe(403);
      expect(visitor.cookie).toBe('');
    }
  });
});
