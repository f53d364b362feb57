import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Role } from 'content-lake';
import { may } from '#roles';
import { day } from '../environment/durations.ts';
import { AccountError } from './account-error.ts';
import { hashSecret, newSecret, now } from './database.ts';

export type Person = {
  id: string;
  /** The name, which the person also signs in with. */
  name: string;
  role: string;
  /** The stored hash; null without a password. */
  password: string | null;
  passkeys: number;
  /** Expiry of the sign-in link, ISO 8601; null without a link. */
  linkExpires: string | null;
};

const select = `SELECT id, name, role, password, link_expires AS linkExpires,
  (SELECT COUNT(*) FROM passkeys WHERE person = people.id) AS passkeys FROM people`;

/** Links from the command line are used at once, so they expire sooner. */
export const linkLifetimes = { invitation: 7 * day, command: day };

/** The people who can sign in. Changes that would leave no administrator throw an AccountError. */
export class People {
  readonly #db: Database.Database;
  readonly #roles: Role[];

  constructor(db: Database.Database, roles: Role[]) {
    this.#db = db;
    this.#roles = roles;
  }

  list(): Person[] {
    return this.#db.prepare<[], Person>(`${select} WHERE removed IS NULL ORDER BY name`).all();
  }

  get(id: string): Person | undefined {
    return this.#find('removed IS NULL AND id = ?', id);
  }

  byName(name: string): Person | undefined {
    return this.#find('removed IS NULL AND name = ?', normalizeName(name));
  }

  /** Returns the person of a link. Throws an AccountError if the link is used or expired. */
  byLink(token: string): Person {
    const person = this.#find('removed IS NULL AND link = ? AND link_expires > ?', hashSecret(token), now());
    if (person) return person;
    throw new AccountError(
      'This link was already used or has expired. Ask an administrator for a new one.',
      404,
    );
  }

  /** Like `get`, but includes removed people. */
  getIncludingRemoved(id: string): { name: string; role: string } | undefined {
    return this.#find('id = ?', id);
  }

  #find(condition: string, ...values: string[]): Person | undefined {
    return this.#db.prepare<string[], Person>(`${select} WHERE ${condition}`).get(...values);
  }

  /** Whether somebody other than `except` can sign in as an administrator. */
  hasAdministrator(except = ''): boolean {
    return this.list().some(
      ({ id, role, password, passkeys }) =>
        id !== except && may([role], 'managePeople') && (password !== null || passkeys > 0),
    );
  }

  add(name: string, role: string): Person {
    const id = `p${randomUUID()}`;
    const insert = 'INSERT INTO people (id, name, role, created) VALUES (?, ?, ?, ?)';
    rejectTakenName(() =>
      this.#db.prepare(insert).run(id, requireValidName(name), this.#requireRole(role), now()),
    );
    return this.require(id);
  }

  /** Returns the token of a new link, valid for `lifetime` milliseconds. Deletes the person's sessions, passkeys and password. */
  makeLink({ id }: Person, lifetime: number): string {
    const token = newSecret();
    this.#db.transaction(() => {
      this.#deleteAccess(id);
      this.#db
        .prepare('UPDATE people SET link = ?, link_expires = ? WHERE id = ?')
        .run(hashSecret(token), new Date(Date.now() + lifetime).toISOString(), id);
    })();
    return token;
  }

  /** Uses a link: sets the name and calls `setAccess`. Throws an AccountError if the link is used or expired. */
  acceptLink(token: string, name: string, setAccess: (person: Person) => void) {
    this.#db
      .transaction(() => {
        const person = this.byLink(token);
        const update = 'UPDATE people SET name = ?, link = NULL, link_expires = NULL WHERE id = ?';
        rejectTakenName(() => this.#db.prepare(update).run(requireValidName(name), person.id));
        setAccess(person);
      })
      .immediate();
  }

  setPassword(id: string, hash: string) {
    this.#db.prepare('UPDATE people SET password = ? WHERE id = ?').run(hash, id);
  }

  setRole(id: string, role: string) {
    this.#requireRole(role);
    this.#keepingAnAdministrator(may([role], 'managePeople') ? undefined : id, () =>
      this.#db.prepare('UPDATE people SET role = ? WHERE id = ?').run(role, id),
    );
  }

  remove(id: string) {
    this.#keepingAnAdministrator(id, () => {
      this.#deleteAccess(id);
      this.#db.prepare('UPDATE people SET removed = ? WHERE id = ?').run(now(), id);
    });
  }

  /** Returns a person. Throws an AccountError for an unknown or removed id. */
  require(id: string): Person {
    const person = this.get(id);
    if (!person) throw new AccountError('This person was removed.', 404);
    return person;
  }

  /** Makes a change. Throws an AccountError if `id` is the last administrator. */
  #keepingAnAdministrator(id: string | undefined, change: () => void) {
    this.#db
      .transaction(() => {
        if (id !== undefined && this.hasAdministrator() && !this.hasAdministrator(id))
          throw new AccountError(
            'This is the last administrator. Make somebody else an administrator first.',
            409,
          );
        change();
      })
      .immediate();
  }

  #deleteAccess(id: string) {
    for (const table of ['passkeys', 'sessions'])
      this.#db.prepare(`DELETE FROM ${table} WHERE person = ?`).run(id);
    this.#db
      .prepare('UPDATE people SET password = NULL, link = NULL, link_expires = NULL WHERE id = ?')
      .run(id);
  }

  #requireRole(name: string): string {
    if (this.#roles.some((role) => role.name === name)) return name;
    const names = this.#roles.map((role) => role.name).join(', ');
    throw new AccountError(`There is no role "${name}". Choose one of: ${names}.`);
  }
}

const normalizeName = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/** Returns the normalised name. Throws an AccountError for a wrong length or a character that is not allowed. */
function requireValidName(typed: string): string {
  const name = normalizeName(typed);
  if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control} .,'’@+_-]{1,59}$/u.test(name) && !/^local /i.test(name))
    return name;
  throw new AccountError(
    'Enter a name of 2 to 60 letters, for example Asha Rao. It must not begin with “Local”.',
  );
}

function rejectTakenName(write: () => void) {
  try {
    write();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
    throw new AccountError('Somebody else has this name. Add an initial or a family name.', 409);
  }
}
