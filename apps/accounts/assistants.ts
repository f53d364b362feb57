import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { day } from '../environment/durations.ts';
import { AccountError } from './account-error.ts';
import { hashOf, newSecret, now } from './database.ts';

type Assistant = {
  id: string;
  /** The person's id. */
  person: string;
  /** The person's role when the token was made. */
  role: string;
  /** ISO 8601. */
  created: string;
  /** ISO 8601. */
  expires: string;
};

const lifetime = 30 * day;
const maxPerPerson = 5;

/** Tokens with which assistants (AI programs) work for a person. Only hashes are stored, as of sessions. */
export class Assistants {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Returns a new token. Throws an AccountError if the person has too many. */
  begin(person: string, role: string): string {
    if (this.list(person).length >= maxPerPerson)
      throw new AccountError(`You have ${maxPerPerson} assistants. End one of them first.`, 409);
    const secret = `assistant_${newSecret()}`;
    this.#db
      .prepare('INSERT INTO assistants (id, hash, person, role, created, expires) VALUES (?, ?, ?, ?, ?, ?)')
      .run(
        `a${randomUUID()}`,
        hashOf(secret),
        person,
        role,
        now(),
        new Date(Date.now() + lifetime).toISOString(),
      );
    return secret;
  }

  /** Finds a valid token. */
  find(secret: string): Assistant | undefined {
    return this.#where('hash = ?', hashOf(secret))[0];
  }

  /** Lists a person's valid tokens. */
  list(person: string): Assistant[] {
    return this.#where('person = ?', person);
  }

  #where(condition: string, value: string): Assistant[] {
    const select =
      'SELECT id, person, role, created, expires FROM assistants WHERE hash IS NOT NULL AND expires > ?';
    return this.#db
      .prepare<string[], Assistant>(`${select} AND ${condition} ORDER BY created`)
      .all(now(), value);
  }

  /** Returns the person of a current or former assistant. */
  personOf(id: string): string | undefined {
    return this.#db.prepare<[string], string>('SELECT person FROM assistants WHERE id = ?').pluck().get(id);
  }

  end(person: string, id: string) {
    this.#db.prepare('UPDATE assistants SET hash = NULL WHERE person = ? AND id = ?').run(person, id);
  }
}
