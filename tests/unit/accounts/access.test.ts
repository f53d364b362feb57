import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from 'content-lake/config';
import { builtInRoles } from 'content-lake/roles';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountError } from '../../../apps/accounts/account-error.ts';
import { Attempts } from '../../../apps/accounts/attempts.ts';
import { openAccountsDatabase } from '../../../apps/accounts/database.ts';
import { OneTimeSecrets } from '../../../apps/accounts/one-time.ts';
import { requireGoodPassword } from '../../../apps/accounts/passwords.ts';
import { linkLifetimes, People } from '../../../apps/accounts/people.ts';
import { Sessions } from '../../../apps/accounts/sessions.ts';
import { Site } from '../../../apps/accounts/site.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const folder = temporaryFolder();
let db: ReturnType<typeof openAccountsDatabase>;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') });
  db = openAccountsDatabase(mkdtempSync(path.join(folder, 'test-')));
});
afterEach(() => {
  vi.useRealTimers();
  db.close();
});
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

describe('sign-in attempts', () => {
  const guess = (name: string, address: string) => new Attempts(db).begin({ name, address });

  test('are limited to ten per name in 15 minutes, from any address', () => {
    for (let n = 0; n < 10; n++) guess('Asha', `203.0.113.${n}`);
    expect(() => guess('asha', '203.0.113.99')).toThrow(AccountError);
    guess('Ravi', '203.0.113.99');
    later(15 * minute);
    guess('Asha', '203.0.113.99');
  });

  test('are limited per IP address or IPv6 network, with room for an office and a stranger in it', () => {
    for (let n = 0; n < 300; n++) guess(`Somebody ${n}`, `2001:db8::${n}`);
    expect(() => guess('Another', '2001:db8::ffff')).toThrow(AccountError);
    guess('Another', '2001:db8:0:1::1');
  });
});

describe('sessions', () => {
  test('expire after thirty days without use or ninety of use, and can be ended at once', () => {
    const sessions = new Sessions(db);
    const secret = sessions.begin('asha', 'Firefox on Linux');
    later(29 * day);
    expect(sessions.find(secret)?.person).toBe('asha');
    later(29 * day);
    expect(sessions.find(secret)?.person).toBe('asha');
    later(31 * day);
    expect(sessions.find(secret)).toBeUndefined();
    const used = sessions.begin('asha', 'Firefox on Linux');
    for (let days = 0; days < 89; days += 1) {
      later(day);
      expect(sessions.find(used)).toBeDefined();
    }
    later(day);
    expect(sessions.find(used), 'however often it is used').toBeUndefined();
    const other = sessions.begin('asha', 'Firefox on Linux');
    expect(sessions.endAll('asha')).toBe(1);
    expect(sessions.find(other)).toBeUndefined();
  });

  test('of assistants are no sessions of browsers, and expire after thirty days of use', () => {
    const sessions = new Sessions(db);
    const token = sessions.begin('asha', 'An assistant', 'editor');
    const cookie = sessions.begin('asha', 'Firefox on Linux');
    expect([sessions.find(token), sessions.find(cookie, 'assistant')]).toEqual([undefined, undefined]);
    later(29 * day);
    expect(sessions.find(token, 'assistant')).toMatchObject({ person: 'asha', assistantRole: 'editor' });
    later(2 * day);
    expect(sessions.find(token, 'assistant')).toBeUndefined();
  });

  test('cannot be ended by another person who knows their id', () => {
    const sessions = new Sessions(db);
    const { id = '' } = sessions.find(sessions.begin('asha', 'Firefox on Linux')) ?? {};
    sessions.end('ravi', id);
    expect(sessions.findBy('person', 'asha')).toHaveLength(1);
    sessions.end('asha', id);
    expect(sessions.findBy('person', 'asha')).toEqual([]);
  });

  test('are stored only as a hash', () => {
    const secret = new Sessions(db).begin('asha', 'Firefox on Linux');
    expect(JSON.stringify(db.prepare('SELECT * FROM sessions').all())).not.toContain(secret);
  });
});

describe('the staff site', () => {
  const site = new Site({ siteUrl: 'https://www.agency.example', isLocal: false }, readConfig({}));

  test('sets a session cookie that scripts cannot read and other sites cannot send', () => {
    expect(site.cookieFor('secret')).toMatch(
      /^__Host-staff=secret; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    );
  });

  test('signing out deletes the session cookie', () => {
    expect(site.cookieFor(null)).toContain('__Host-staff=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'https://www.agency.example.evil.example/',
    'https://www.agency.example@evil.example/',
    '',
  ])('does not redirect from sign-in to another site: %j', (to) => {
    expect(site.returnUrl(to)).toBe('https://www.agency.example/studio');
  });

  test('redirects from sign-in to the requested page', () => {
    const page = 'https://www.agency.example/studio/structure';
    expect(site.returnUrl(page)).toBe(page);
  });
});

describe('people', () => {
  const people = () => new People(db, builtInRoles);

  test('a link works once and expires after seven days', () => {
    const asha = people().add('Asha', 'editor');
    const link = people().makeLink(asha, linkLifetimes.invitation);
    later(7 * day - minute);
    people().acceptLink(link, 'Asha Rao', ({ id }) => people().setPassword(id, 'hash'));
    expect(() => people().byLink(link)).toThrow(AccountError);
    const another = people().makeLink(asha, linkLifetimes.invitation);
    expect(people().get(asha.id)?.password).toBeNull();
    later(7 * day);
    expect(() => people().byLink(another)).toThrow(AccountError);
  });

  test('a new link ends the person’s sessions', () => {
    const asha = people().add('Asha', 'editor');
    const secret = new Sessions(db).begin(asha.id, 'Firefox on Linux');
    people().makeLink(asha, linkLifetimes.command);
    expect(new Sessions(db).find(secret)).toBeUndefined();
  });

  test('a removed person is no longer found, and leaves the name to a successor', () => {
    const asha = people().add('Asha', 'editor');
    people().remove(asha.id);
    expect([people().get(asha.id), people().byName('Asha')]).toEqual([undefined, undefined]);
    const successor = people().add('Asha', 'viewer');
    expect(people().byName('asha')?.id).toBe(successor.id);
  });

  test('the last administrator keeps the role and cannot be removed', () => {
    const [asha, ravi] = ['Asha', 'Ravi'].map((name) => people().add(name, 'administrator'));
    for (const { id } of [asha, ravi].filter((one) => one !== undefined)) people().setPassword(id, 'hash');
    people().setRole(ravi?.id ?? '', 'editor');
    expect(() => people().setRole(asha?.id ?? '', 'editor')).toThrow('last administrator');
    expect(() => people().remove(asha?.id ?? '')).toThrow('last administrator');
  });
});

test('a one-time secret works only once', () => {
  const codes = new OneTimeSecrets<string>(minute);
  const code = codes.issue('asha');
  expect(codes.redeem(code)).toBe('asha');
  expect(codes.redeem(code)).toBeUndefined();
});

const checkPassword = (password: string) =>
  requireGoodPassword(password, 'Asha', 'https://www.agency.example');

test.each([
  'k7!Gv2#qLx9',
  'passwordpassword',
  'asha-9x!kQv7-lotus',
  'agency-9x!kQv7-lotus',
  'x'.repeat(201),
  ...['P@ssw0rd1234', 'Password@123', 'password1234', 'Welcome@12345', 'iloveyou1234', '123456789012'],
  ...['qwertyuiop12', 'qazwsxedcrfv', '1q2w3e4r5t6y', 'abcdefghijkl', 'aaaaaaaaaaaa', 'administrator'],
  ...['Admin@123456', 'letmein12345', 'changeme1234', 'football1234', 'dragon123456', 'monkeymonkey'],
  ...['trustno1trustno1', 'Sunshine@2026', 'Summer2025!!', 'January12025', 'www.agency.example'],
  ...['agencyexample', 'drowssapdrowssap', 'ｐａｓｓｗｏｒｄ１２３４', 'Passwort12345'],
  // City and PIN code, festival, prayer, cricketer, patriotic words, a famous example: each with a year or signs.
  'Diwali@202611',
  'Sachin@Tendulkar10',
  'Correct-Horse-Battery-Staple',
  'Gurugram@122001',
  'Vandemataram@1',
  'HarHarMahadev@108',
])('refuses the password %s', (password) => {
  expect(() => checkPassword(password)).toThrow(AccountError);
});

test.each([
  'lotus river candle orbit',
  'acid-acorn-acre-actor',
  'nila samudra patang kursi',
  'पहाड़ नदी किताब घोड़ा',
  'hT7#kd92Lq!x',
  'a!b@z#d$q%f^',
])('accepts the password %s', (password) => {
  expect(() => checkPassword(password)).not.toThrow();
});

test.each([
  ['GET', { 'sec-fetch-site': 'cross-site' }, false],
  ['GET', { 'sec-fetch-site': 'same-origin' }, true],
  ['GET', {}, true],
  ['POST', {}, false],
  ['POST', { origin: 'https://evil.example' }, false],
  ['POST', { origin: 'https://www.agency.example' }, true],
  ['POST', { origin: 'https://www.agency.example', 'sec-fetch-site': 'cross-site' }, false],
])('%s with the headers %j is from a page of the site: %s', (method, headers, expected) => {
  const site = new Site({ siteUrl: 'https://www.agency.example', isLocal: false }, readConfig({}));
  expect(site.isFromOwnPage(method, new Headers(headers))).toBe(expected);
});

test.each<[headers: Record<string, string>, client: string, expected: boolean]>([
  [{}, '127.0.0.1', true],
  [{}, '203.0.113.7', false],
  [{ 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1', false],
  ...[
    ...['forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip'],
    ...['x-client-ip', 'x-original-url', 'x-amzn-trace-id', 'cf-connecting-ip', 'true-client-ip'],
    ...['client-ip', 'ngrok-trace-id', 'tailscale-user-login', 'fastly-client-ip'],
  ].map((name): [Record<string, string>, string, boolean] => [{ [name]: '1' }, '127.0.0.1', false]),
  [{ 'x-request-id': 'of the site' }, '127.0.0.1', true],
])('a request with the headers %j from %s is from this machine: %s', (headers, client, expected) => {
  const config = { ...readConfig({}), origins: ['http://localhost:3000'] };
  const site = new Site({ siteUrl: 'http://localhost:3000', isLocal: true }, config);
  const all = new Headers({ host: 'localhost:3000', ...headers });
  expect(site.isFromThisMachine(all, client)).toBe(expected);
});
