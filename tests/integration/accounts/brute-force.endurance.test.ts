import { expect, test } from 'vitest';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startStack } from '../../support/stack.ts';
import { type PageResponse, readPage, runStaffCommand, Visitor } from './visitor.ts';

const password = 'four words in a row';

const env = { SITE_URL: 'https://www.agency.example', TRUST_PROXY: 'true' };
const stack = await closeAfterwards(startStack({ parts: ['lake', 'site'], seed: false, env }));
await invited('Asha', 'administrator');

/** Creates a person with a role and a password. */
async function invited(name: string, role: string) {
  const visitor = new Visitor(stack);
  await visitor.accept(await runStaffCommand(stack, 'link', name, '--role', role), name, password);
  return visitor;
}

test('sign-in does not reveal whether name or password is wrong, and limits attempts', async () => {
  await invited('Tara', 'viewer');
  const attempt = (name: string, client: string, given = 'not the right words') =>
    new Visitor(stack).submitForm('/staff/sign-in', { name, password: given }, { 'x-forwarded-for': client });
  const refusals = async (name: string) => {
    const responses = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const { status, ...page } = await attempt(name, '198.51.100.1');
      responses.push({ status, ...readPage({ status, ...page }) });
    }
    return responses;
  };
  expect(await refusals('Tara')).toEqual(await refusals('Nobody'));
  for (let tries = 0; tries < 7; tries += 1) await attempt('TARA', `198.51.100.${tries + 2}`);
  const late = await attempt('Tara', '198.51.100.20', password);
  expect(late.status).toBe(429);
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(800);
  await invited('Zoë', 'viewer');
  const spellings = ['Zoë', 'Zoe\u0308', ' zoë '];
  for (let tries = 0; tries < 10; tries += 1)
    await attempt(spellings[tries % 3] ?? '', `198.51.100.${tries + 30}`);
  expect((await attempt('Zoë', '198.51.100.40', password)).status).toBe(429);
  await stack.kill('lake');
  await stack.start('lake');
  expect((await attempt('Tara', '198.51.100.21', password)).status).toBe(429);
});

/** Returns the cookie by which a response makes its browser a known one. */
const deviceIn = ({ headers }: PageResponse) =>
  headers['set-cookie']?.find((one) => one.startsWith('__Host-staff-device-')) ?? '';
const nameAndValue = (cookie: string) => cookie.split(';')[0] ?? '';
const addresses = Array.from({ length: 200 }, (_, index) => `203.0.113.${index}`);
/** Tries to sign in from a browser with this cookie, by default from an address without earlier attempts. */
const signIn = (name: string, given: string, cookie = '', from = `${addresses.pop()}`) =>
  new Visitor(stack).submitForm(
    '/staff/sign-in',
    { name, password: given },
    { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  );

test('strangers cannot lock out a known browser or a passkey', async () => {
  const link = await runStaffCommand(stack, 'link', 'Devika', '--role', 'viewer');
  const visitor = new Visitor(stack);
  const first = deviceIn(await visitor.accept(link, 'Devika', password));
  expect(first).toMatch(
    /^__Host-staff-device-[\w-]{12}=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000; Secure$/,
  );
  // Somebody in the same office guesses.
  const office = '192.0.2.7';
  for (const name of ['Devika', 'Nobody there', 'Somebody'])
    for (let tries = 0; tries < 10; tries += 1)
      expect((await signIn(name, 'not the right words', '', office)).status).toBe(400);
  const [locked, ofNobody] = [await signIn('Devika', password), await signIn('Nobody there', password)];
  expect([locked.status, readPage(locked)]).toEqual([429, readPage(ofNobody)]);
  expect(readPage(locked).problem).toMatch(/use a passkey.*a browser that you have signed in with before/);
  expect((await signIn('Another', password, '', office)).status, 'the office is not locked out').toBe(400);
  const passkey = { passkey: '{}' };
  const from = { 'x-forwarded-for': office };
  expect((await new Visitor(stack).submitForm('/staff/sign-in', passkey, from)).status).toBe(400);
  const again = await signIn('DEVIKA', password, nameAndValue(first), office);
  expect(again.status).toBe(303);

  // Each known browser has its own limit, and a browser that never signed in counts as a stranger's.
  const second = deviceIn(again);
  expect(second).not.toBe(first);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await signIn('Devika', 'not the right words', nameAndValue(first))).status).toBe(400);
  expect((await signIn('Devika', password, nameAndValue(first))).status).toBe(429);
  expect((await signIn('Devika', password, nameAndValue(second))).status).toBe(303);
  const [key = '', token = ''] = nameAndValue(second).split('=');
  for (const invented of ['', '.', 'x.y', `${token}x`, `x${token}`, token.split('.')[0]])
    expect((await signIn('Devika', password, `${key}=${invented}`)).status, invented).toBe(429);

  // After a new password, old browsers are no longer known.
  const change = await visitor.submitForm('/staff/account', {
    current: password,
    password: 'another four words here',
  });
  expect(change.status).toBe(200);
  for (const [cookie, status] of [
    [second, 429],
    [deviceIn(change), 303],
  ] as const)
    expect((await signIn('Devika', 'another four words here', nameAndValue(cookie))).status).toBe(status);
});

test('sign-in from a known browser does not wait for strangers', async () => {
  const link = await runStaffCommand(stack, 'link', 'Farah', '--role', 'viewer');
  const known = nameAndValue(deviceIn(await new Visitor(stack).accept(link, 'Farah', password)));
  const crowd = Array.from({ length: 60 }, (_, index) =>
    signIn(`Stranger ${index}`, password, '', `2001:db8:${index + 16}::1`),
  );
  // One of the strangers was refused, so their queue is full: an unknown name takes the time of a password as well.
  await expect.poll(async () => (await Promise.race(crowd)).status).toBe(503);
  expect((await signIn('Farah', password, known)).status).toBe(303);
  await Promise.all(crowd);
});
