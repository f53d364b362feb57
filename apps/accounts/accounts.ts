import type Database from 'better-sqlite3';
import type { LakeConfig, Role, SignedIn } from 'content-lake';
import { proxiedClientAddress } from 'content-lake/origins';
import type { Settings } from '#settings';
import { AccountError } from './account-error.ts';
import { Attempts } from './attempts.ts';
import { openAccountsDatabase } from './database.ts';
import { Passkeys } from './passkeys.ts';
import { People } from './people.ts';
import { Sessions } from './sessions.ts';
import { Site } from './site.ts';

export class Accounts {
  readonly #config: LakeConfig;
  readonly db: Database.Database;
  readonly site: Site;
  readonly roles: Role[];
  readonly people: People;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly attempts: Attempts;

  constructor(config: LakeConfig, settings: Pick<Settings, 'siteUrl' | 'isLocal'>) {
    const { folder, roles } = config;
    this.#config = config;
    this.db = openAccountsDatabase(folder);
    this.site = new Site(settings, config);
    this.roles = roles;
    this.people = new People(this.db, roles);
    this.sessions = new Sessions(this.db);
    this.passkeys = new Passkeys(this.db, settings.siteUrl);
    this.attempts = new Attempts(this.db);
  }

  senderOf(method: string, headers: Headers): SignedIn | null | undefined {
    const secret = this.site.secretOf(headers);
    if (secret === undefined) return undefined;
    return this.site.isFromOwnPage(method, headers) ? this.personOf(this.sessions.find(secret)) : null;
  }

  /** Who is signed in at a browser; null if nobody is. */
  sessionOf(headers: Headers): SignedIn | null {
    return this.personOf(this.sessions.find(this.site.secretOf(headers) ?? ''));
  }

  /** Throws an AccountError without a session. */
  signedIn(headers: Headers): SignedIn {
    const person = this.sessionOf(headers);
    if (!person) throw new AccountError('Sign in first.', 401);
    return person;
  }

  /** The client's address, as the site passes it on; empty for a request past the site. */
  clientOf(headers: Headers): string {
    return proxiedClientAddress(headers, this.#config) ?? '';
  }

  isFromThisMachine(headers: Headers): boolean {
    return this.site.isFromThisMachine(headers, this.clientOf(headers));
  }

  /** Null for a session that has ended. */
  personOf(session: { id: string; person: string } | undefined): SignedIn | null {
    if (!session) return null;
    const { id, person } = session;
    const isThere = person.startsWith(oneClickId('')) ? this.site.isLocal : this.people.get(person);
    const found = isThere && this.find(person);
    return found ? { kind: 'user', id: person, ...found, credentialId: id } : null;
  }

  /** Includes people who have left. */
  find(id: string): { name: string; role: Role } | undefined {
    const clicked = this.roles.find(({ name }) => oneClickId(name) === id);
    if (clicked) return { name: `Local ${clicked.title}`, role: clicked };
    const person = this.people.getIncludingRemoved(id);
    const role = person && this.roleOf(person.role);
    return role && { name: person.name, role };
  }

  /** Undefined for a role that the settings no longer have. */
  roleOf(name: string): Role | undefined {
    return this.roles.find((role) => role.name === name);
  }
}

export const oneClickId = (role: string) => `plocal-${role}`;
