import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type Database from 'better-sqlite3';
import { json } from 'content-lake/json';
import { z } from 'zod';
import { minute } from '../environment/durations.ts';
import { AccountError } from './account-error.ts';
import { now } from './database.ts';
import { OneTimeSecrets } from './one-time.ts';

const challengeLifetime = 10 * minute;

const base64 = z.string().regex(/^[\w-]+$/);
const credential = z.object({
  id: base64,
  rawId: base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
});
const newCredential = credential.extend({
  response: z.object({ clientDataJSON: base64, attestationObject: base64 }),
});
const usedCredential = credential.extend({
  response: z.object({
    clientDataJSON: base64,
    authenticatorData: base64,
    signature: base64,
    userHandle: base64.optional(),
  }),
});

type NewPasskey = { id: string; key: Uint8Array; counter: number };
type Row = { id: string; person: string; device: string; created: string; used: string | null };

/** Staff passkeys. They are discoverable, so nobody types a name, and require user verification (finger, face or PIN). */
export class Passkeys {
  readonly #db: Database.Database;
  readonly #site: URL;
  /** The purpose of each challenge: `sign in`, or the id of the person who adds a passkey. */
  readonly #challenges = new OneTimeSecrets<string>(challengeLifetime);

  constructor(db: Database.Database, siteUrl: string) {
    this.#db = db;
    this.#site = new URL(siteUrl);
  }

  signInOptions() {
    return generateAuthenticationOptions({
      rpID: this.#site.hostname,
      userVerification: 'required',
      challenge: this.#challenge('sign in'),
    });
  }

  registrationOptions({ id, name }: { id: string; name: string }) {
    return generateRegistrationOptions({
      rpID: this.#site.hostname,
      rpName: this.#site.hostname,
      userName: name,
      userDisplayName: name,
      userID: new TextEncoder().encode(id),
      challenge: this.#challenge(id),
      excludeCredentials: this.of(id),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** Verifies a new passkey from the browser's JSON. Throws an AccountError if it is not valid. */
  async verifyNew(person: string, sent: string): Promise<NewPasskey> {
    const response = json.pipe(newCredential).safeParse(sent);
    if (!response.success) fail();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: response.data,
      ...this.#expected(person),
    }).catch(fail);
    if (!registrationInfo) fail();
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, key: publicKey, counter };
  }

  add(person: string, { id, key, counter }: NewPasskey, device: string) {
    this.#db
      .prepare(
        'INSERT INTO passkeys (id, person, device, key, counter, created) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      )
      .run(id, person, device, Buffer.from(key), counter, now());
  }

  /** Verifies the browser's JSON for a sign-in and returns the person's id. Throws an AccountError if it is invalid. */
  async signIn(sent: string): Promise<string> {
    const response = json.pipe(usedCredential).safeParse(sent);
    if (!response.success) fail();
    const found = this.#db
      .prepare<[string], { person: string; key: Buffer; counter: number }>(
        'SELECT person, key, counter FROM passkeys WHERE id = ?',
      )
      .get(response.data.id);
    if (!found)
      throw new AccountError(
        'This passkey was removed. Use another one, or ask an administrator for a new link.',
      );
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response.data,
      credential: { id: response.data.id, publicKey: new Uint8Array(found.key), counter: found.counter },
      ...this.#expected('sign in'),
    }).catch(fail);
    if (!verified) fail();
    this.#db
      .prepare('UPDATE passkeys SET counter = ?, used = ? WHERE id = ?')
      .run(authenticationInfo.newCounter, now(), response.data.id);
    return found.person;
  }

  of(person: string): Row[] {
    return this.#db
      .prepare<[string], Row>('SELECT id, person, device, created, used FROM passkeys WHERE person = ?')
      .all(person);
  }

  remove(person: string, id: string) {
    this.#db.prepare('DELETE FROM passkeys WHERE person = ? AND id = ?').run(person, id);
  }

  #challenge(purpose: string) {
    return new Uint8Array(Buffer.from(this.#challenges.issue(purpose), 'base64url'));
  }

  #expected(purpose: string) {
    return {
      expectedChallenge: (challenge: string) => this.#challenges.redeem(challenge) === purpose,
      expectedOrigin: this.#site.origin,
      expectedRPID: this.#site.hostname,
      requireUserVerification: true,
    };
  }
}

function fail(): never {
  throw new AccountError('The passkey could not be verified, or this page was open for too long. Try again.');
}
