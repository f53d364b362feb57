import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from 'content-lake/config';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failedActs } from '../../../apps/accounts/access-log.ts';
import { Accounts } from '../../../apps/accounts/accounts.ts';
import { staffApp } from '../../../apps/accounts/pages/app.ts';
import { hashPassword } from '../../../apps/accounts/passwords.ts';
import { linkLifetimes } from '../../../apps/accounts/people.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';
import { retention } from '../../support/retention.ts';

const siteUrl = 'https://www.agency.example';
const siteKey = 'the key of the site';
const [current, next] = ['lotus river candle orbit', 'nila samudra patang kursi'];

let accounts: Accounts;
const data = temporaryFolder();
let person: string;
beforeEach(async () => {
  const folder = mkdtempSync(path.join(data, 'test-'));
  accounts = new Accounts(
    { ...readConfig({}), folder, siteKey },
    { siteUrl, isLocal: false, retention: retention(365) },
  );
  person = accounts.people.add('Asha', 'editor').id;
  accounts.people.setPassword(person, await hashPassword(current));
});
afterEach(() => accounts.db.close());

const signIn = () => accounts.sessions.begin(person, 'Firefox on Linux');
const isSignedIn = (secret: string) => accounts.sessions.find(secret) !== undefined;

function post(path: string, secret: string, fields: Record<string, string>, origin = siteUrl) {
  const headers = {
    ...{ cookie: `__Host-staff=${secret}`, origin },
    ...{ 'x-lake-site-key': siteKey, 'x-client-address': '203.0.113.7' },
  };
  const body = new URLSearchParams(fields);
  return staffApp(accounts).request(path, { method: 'POST', headers, body });
}

test('a new password needs the current one, and ends all other sessions', async () => {
  const [own, other] = [signIn(), signIn()];
  await post('/staff/account', own, { current: 'guess', password: next });
  const weak = await post('/staff/account', own, { current, password: 'agency-example-2026' });
  expect(weak.status).toBe(400);
  expect([isSignedIn(own), isSignedIn(other)]).toEqual([true, true]);
  const changed = await post('/staff/account', own, { current, password: next });
  expect(changed.status).toBe(200);
  expect([isSignedIn(own), isSignedIn(other)]).toEqual([true, false]);
});

test('a link needs a good password and a free name, and stays valid until it gets them', async () => {
  const ravi = accounts.people.add('Ravi', 'viewer');
  const address = `/staff/invitation/${accounts.people.makeLink(ravi, linkLifetimes.command)}`;
  const statuses: number[] = [];
  for (const [name, password] of [
    ['Ravi', 'ravi ravi ravi'],
    ['Asha', next],
    ['<script>', next],
    ['Ravi', next],
  ] as const)
    statuses.push((await post(address, '', { name, password })).status);
  expect(statuses).toEqual([400, 409, 400, 303]);
});

test('guesses of the current password are limited in an open session', async () => {
  const [own, other] = [signIn(), signIn()];
  const device = accounts.sessions.find(own)?.id ?? '';
  for (let n = 0; n < 10; n++) accounts.attempts.begin({ device });
  expect((await post('/staff/account', own, { current, password: next })).status).toBe(429);
  expect(isSignedIn(other)).toBe(true);
});

test('a form of another site changes nothing', async () => {
  const [own, other] = [signIn(), signIn()];
  for (const [path, fields] of [
    ['/staff/account', { current, password: next }],
    ['/staff/account', { end: 'others' }],
    ['/staff/sign-out', {}],
  ] as const)
    expect((await post(path, own, fields, 'https://evil.example')).status).toBe(403);
  expect([isSignedIn(own), isSignedIn(other)]).toEqual([true, true]);
});

test('signing out ends the session, not only its cookie', async () => {
  const [own, other] = [signIn(), signIn()];
  await post('/staff/sign-out', own, {});
  expect([isSignedIn(own), isSignedIn(other)]).toEqual([false, true]);
});

test('only administrators manage people', async () => {
  const others = { person, role: 'administrator' };
  const forms: Record<string, string>[] = [others, { ...others, remove: 'yes' }];
  forms.push({ invite: 'Mallory', role: 'administrator' });
  for (const fields of forms) expect((await post('/staff/people', signIn(), fields)).status).toBe(403);
  expect(accounts.people.list()).toMatchObject([{ name: 'Asha', role: 'editor' }]);
  accounts.people.setRole(person, 'administrator');
  await post('/staff/people', signIn(), { invite: 'Ravi', role: 'viewer' });
  expect(accounts.people.list().map(({ name }) => name)).toEqual(['Asha', 'Ravi']);
});

test('access changes only soon after a sign-in, and everything is recorded for administrators', async () => {
  accounts.people.setRole(person, 'administrator');
  const secret = signIn();
  const invite = () => post('/staff/people', secret, { invite: 'Ravi', role: 'viewer' });
  expect((await post('/staff/sign-in', '', { name: 'Asha', password: 'a guess' })).status).toBe(400);
  expect((await post('/staff/sign-in', '', { name: 'Asha', password: current })).status).toBe(303);
  accounts.db
    .prepare('UPDATE sessions SET created = ?')
    .run(new Date(Date.now() - 16 * 60_000).toISOString());
  expect((await invite()).status).toBe(403);
  const changes: Record<string, string>[] = [{ current, password: next }, { assistant: 'new' }];
  for (const fields of changes) expect((await post('/staff/account', secret, fields)).status).toBe(403);
  expect((await post('/staff/account', secret, { end: 'others' })).status).toBe(200);
  accounts.db.prepare('UPDATE sessions SET created = ?').run(new Date().toISOString());
  expect(await (await invite()).text()).toMatch(/Invited.*Ended a session.*Signed in.*Failed to sign in/s);
  const from = { actor: 'Asha', address: '203.0.113.7' };
  expect(accounts.log.list()).toMatchObject([
    { ...from, act: 'Invited', subject: 'Ravi' },
    { ...from, act: 'Ended a session' },
    { ...from, act: 'Signed in' },
    { ...from, act: 'Failed to sign in' },
  ]);
  expect(accounts.log.countFailures(0)).toBe(1);
});

test('any number of failures hides no other event, and a refusal is recorded once a minute', () => {
  const event = { actor: 'Mallory', subject: 'Asha', address: '203.0.113.9' };
  accounts.log.record('Changed a role', event);
  for (let count = 0; count < 600; count += 1)
    for (const act of Object.values(failedActs)) accounts.log.record(act, event);
  expect(accounts.log.list().map(({ act }) => act)).toContain('Changed a role');
  expect(accounts.log.countFailures(0)).toBe(601);
});

test('an assistant ends with the role of its person', () => {
  const token = accounts.sessions.begin(person, 'An assistant', 'editor');
  const found = () => accounts.findAssistant(`Bearer ${token}`)?.person.id;
  expect(found()).toBe(person);
  accounts.people.setRole(person, 'viewer');
  expect(found()).toBeUndefined();
  accounts.people.setRole(person, 'editor');
  accounts.people.remove(person);
  expect(found()).toBeUndefined();
});
