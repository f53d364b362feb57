import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { AccountError } from '../../../apps/accounts/account-error.ts';
import { openAccountsDatabase } from '../../../apps/accounts/database.ts';
import { Passkeys } from '../../../apps/accounts/passkeys.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';

const siteUrl = 'https://www.agency.example';
const asha = { id: 'asha', name: 'Asha' };

let db: ReturnType<typeof openAccountsDatabase>;
let passkeys: Passkeys;
const folder = temporaryFolder();
beforeEach(() => {
  db = openAccountsDatabase(mkdtempSync(path.join(folder, 'test-')));
  for (const { id, name } of [asha, { id: 'ravi', name: 'Ravi' }])
    db.prepare("INSERT INTO people (id, name, role, created) VALUES (?, ?, 'editor', '')").run(id, name);
  passkeys = new Passkeys(db, siteUrl);
});
afterEach(() => db.close());

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64 = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');
const [present, verified, hasKey] = [1, 4, 64];

/** A device with one passkey, which does what a browser asks of it. */
function makeDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = z.object({ x: z.string(), y: z.string() }).parse(publicKey.export({ format: 'jwk' }));
  const id = sha256(x);
  const dataOf = (flags: number) =>
    Buffer.concat([sha256(new URL(siteUrl).hostname), Buffer.from([flags, 0, 0, 0, 0])]);
  const clientData = (type: string, challenge: string, origin: string) =>
    JSON.stringify({ type, challenge, origin });
  const credential = { id: base64(id), rawId: base64(id), type: 'public-key' };
  return {
    register(challenge: string, { flags = present | verified, origin = siteUrl } = {}) {
      const key = new Map<number, number | Uint8Array>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        ...([
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ] as const),
      ]);
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)];
      const authData = Buffer.concat([dataOf(flags | hasKey), ...attested]);
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      const clientDataJSON = base64(clientData('webauthn.create', challenge, origin));
      const attestationObject = base64(isoCBOR.encode(attestation));
      return JSON.stringify({ ...credential, response: { clientDataJSON, attestationObject } });
    },
    signIn(challenge: string, { flags = present | verified, origin = siteUrl } = {}) {
      const data = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([dataOf(flags), sha256(data)]), privateKey);
      const response = { clientDataJSON: base64(data), authenticatorData: base64(dataOf(flags)) };
      return JSON.stringify({ ...credential, response: { ...response, signature: base64(signature) } });
    },
  };
}

const challengeFor = async ({ id, name }: typeof asha) =>
  (await passkeys.registrationOptions({ id, name })).challenge;
const signInChallenge = async () => (await passkeys.signInOptions()).challenge;

/** A device whose passkey belongs to Asha. */
async function registered() {
  const device = makeDevice();
  passkeys.add(
    asha.id,
    await passkeys.verifyNew(asha.id, device.register(await challengeFor(asha))),
    'Phone',
  );
  return device;
}

test('a new passkey signs its person in, until it is removed', async () => {
  const device = await registered();
  expect(await passkeys.signIn(device.signIn(await signInChallenge()))).toBe(asha.id);
  for (const { id } of passkeys.of(asha.id)) passkeys.remove(asha.id, id);
  await expect(passkeys.signIn(device.signIn(await signInChallenge()))).rejects.toThrow('was removed');
});

const unverified = { flags: present };
const elsewhere = { origin: 'https://evil.example' };

test.each([
  ['for another person', () => challengeFor({ id: 'ravi', name: 'Ravi' }), {}],
  ['for a sign-in', signInChallenge, {}],
  ['that the site did not issue', async () => base64('invented'), {}],
  ['of a device that did not check who uses it', () => challengeFor(asha), unverified],
  ['from another site', () => challengeFor(asha), elsewhere],
])('a passkey with a challenge %s is not added', async (_what, challenge, options) => {
  const sent = makeDevice().register(await challenge(), options);
  await expect(passkeys.verifyNew(asha.id, sent)).rejects.toThrow(AccountError);
});

test.each([
  ['for a new passkey', () => challengeFor(asha), {}],
  ['that the site did not issue', async () => base64('invented'), {}],
  ['of a device that did not check who uses it', signInChallenge, unverified],
  ['from another site', signInChallenge, elsewhere],
])('a challenge %s signs nobody in', async (_what, challenge, options) => {
  const device = await registered();
  const sent = device.signIn(await challenge(), options);
  await expect(passkeys.signIn(sent)).rejects.toThrow(AccountError);
});

test('a response signs in only once', async () => {
  const device = await registered();
  const sent = device.signIn(await signInChallenge());
  await passkeys.signIn(sent);
  await expect(passkeys.signIn(sent)).rejects.toThrow(AccountError);
});
