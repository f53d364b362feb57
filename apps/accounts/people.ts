import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Role } from 'content-lake';
import { may } from '#roles';
import { AccountError } from './account-error.ts';
import { hashOf, newSecret, now } from './database.ts';

export type Person = {
  id: string;
  /** Also the sign-in name. */
  name: string;
  role: string;
  password: string | null;
  passkeys: number;
  /** Expiry of the sign-in link, ISO 8601; null without one. */
  linkExpires: string | null;
};

const select = `SELECT id, name, role, password, link_expires AS linkExpires,
  (SELECT COUNT(*) FROM passkeys WHERE person = people.id) AS passkeys FROM people`;

const hours = 60 * 60 * 1000;

/** Milliseconds; links from the command line are used at once. */
export const linkLifetimes = { invitation: 7 * 24 * hours, command: 24 * hours };

/** Throws an AccountError for changes that would leave no administrator. */
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

  /** Throws an AccountError for a link that is used or expired. */
  byLink(token: string): Person {
    const person = this.#find('removed IS NULL AND link = ? AND link_expires > ?', hashOf(token), now());
    if (person) return person;
    throw new AccountError(
      'This link was used already or is too old. Ask an administrator for a new one.',
      404,
    );
  }

  /** Includes removed people. */
  getIncludingRemoved(id: string): { name: string; role: string } | undefined {
    return this.#find('id = ?', id);
  }

  #find(condition: string, ...values: string[]): Person | undefined {
    return this.#db.prepare<string[], Person>(`${select} WHERE ${condition}`).get(...values);
  }

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

  /** A link for first access or a reset: sessions, passkeys and password end. */
  makeLink({ id }: Person, lifetime: number): string {
    const token = newSecret();
    this.#db.transaction(() => {
      this.#forgetAccess(id);
      this.#db
        .prepare('UPDATE people SET link = ?, link_expires = ? WHERE id = ?')
        .run(hashOf(token), new Date(Date.now() + lifetime).toISOString(), id);
    })();
    return token;
  }

  /** Uses up a link and calls `setAccess`. Throws an AccountError for one that is used or expired. */
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
    this.#unlessLast(may([role], 'managePeople') ? undefined : id, () =>
      this.#db.prepare('UPDATE people SET role = ? WHERE id = ?').run(role, id),
    );
  }

  remove(id: string) {
    this.#unlessLast(id, () => {
      this.#forgetAccess(id);
      this.#db.prepare('UPDATE people SET removed = ? WHERE id = ?').run(now(), id);
    });
  }

  /** Throws an AccountError for an unknown id. */
  require(id: string): Person {
    const person = this.get(id);
    if (!person) throw new AccountError('There is nobody of that name any more.', 404);
    return person;
  }

  #unlessLast(id: string | undefined, change: () => void) {
    this.#db
      .transaction(() => {
        if (id !== undefined && this.hasAdministrator() && !this.hasAdministrator(id))
          throw new AccountError('This is the last administrator. Make somebody else one first.', 409);
        change();
      })
      .immediate();
  }

  #forgetAccess(id: string) {
    for (const table of ['passkeys', 'sessions'])
      this.#db.prepare(`DELETE FROM ${table} WHERE person = ?`).run(id);
    this.#db
      .prepare('UPDATE people SET password = NULL, link = NULL, link_expires = NULL WHERE id = ?')
      .run(id);
  }

  #requireRole(name: string): string {
    if (this.#roles.some((role) => role.name === name)) return name;
    const names = this.#roles.map((role) => role.name).join(', ');
    throw new AccountError(`There is no role "${name}". There are: ${names}.`);
  }
}

const normalizeName = (name: string) => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');

/** Throws an AccountError for a name unfit for a list. */
function requireValidName(given: string): string {
  const name = normalizeName(given);
  if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control} .,'’@+_-]{1,59}$/u.test(name) && !/^local /i.test(name))
    return name;
  throw new AccountError('A name has 2 to 60 letters, such as Asha Rao, and does not begin with Local.');
}

function rejectTakenName(write: () => void) {
  try {
    write();
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_CONSTRAINT_UNIQUE') throw error;
    throw new AccountError('Somebody else has this name. Add an initial or the family name.', 409);
  }
}
