import type Database from 'better-sqlite3';
import type { LakeConfig, Role, SignedIn } from 'content-lake';
import { proxiedClientAddress } from 'content-lake/origins';
import type { Settings } from '#settings';
import { minute } from '../environment/durations.ts';
import { AccessLog } from './access-log.ts';
import { AccountError } from './account-error.ts';
import { Attempts } from './attempts.ts';
import { openAccountsDatabase } from './database.ts';
import { Passkeys } from './passkeys.ts';
import { People } from './people.ts';
import { Sessions } from './sessions.ts';
import { Site } from './site.ts';

/** Milliseconds after a sign-in in which a person may change how accounts are accessed. */
const freshFor = 15 * minute;

export class Accounts {
  readonly #config: LakeConfig;
  readonly db: Database.Database;
  readonly site: Site;
  readonly roles: Role[];
  readonly people: People;
  readonly sessions: Sessions;
  readonly passkeys: Passkeys;
  readonly attempts: Attempts;
  readonly log: AccessLog;

  constructor(config: LakeConfig, settings: Pick<Settings, 'siteUrl' | 'isLocal' | 'retention'>) {
    const { folder, roles } = config;
    this.#config = config;
    this.db = openAccountsDatabase(folder);
    this.site = new Site(settings, config);
    this.roles = roles;
    this.people = new People(this.db, roles);
    this.sessions = new Sessions(this.db);
    this.passkeys = new Passkeys(this.db, settings.siteUrl);
    this.attempts = new Attempts(this.db);
    this.log = new AccessLog(this.db, settings.retention.audit);
  }

  /** Returns a request's sender: undefined without a session, null for an ended session or a cross-site request. */
  findSender(method: string, headers: Headers): SignedIn | null | undefined {
    const secret = this.site.readSecret(headers);
    if (secret === undefined) return undefined;
    return this.site.isFromOwnPage(method, headers) ? this.toPrincipal(this.sessions.find(secret)) : null;
  }

  /** Returns the person who is signed in, or null. */
  findPrincipal(headers: Headers): SignedIn | null {
    return this.toPrincipal(this.sessions.find(this.site.readSecret(headers) ?? ''));
  }

  /** Returns the person who is signed in. Throws an AccountError if nobody is. */
  signedIn(headers: Headers): SignedIn {
    const person = this.findPrincipal(headers);
    if (!person) throw new AccountError('Sign in to continue.', 401);
    return person;
  }

  /** Returns the client's IP address, which the site sends, or '' if the request did not come through the site. */
  findClientAddress(headers: Headers): string {
    return proxiedClientAddress(headers, this.#config) ?? '';
  }

  /** Records what happened to the account `subject`: by the person who is signed in, or by its owner. */
  record(headers: Headers, act: string, subject: string) {
    const actor = this.findPrincipal(headers)?.name ?? subject;
    this.log.record(act, { actor, subject, address: this.findClientAddress(headers) });
  }

  /** Like `signedIn`, but also throws if the sign-in was long ago: nobody takes over an account at an open browser. */
  requireFresh(headers: Headers): SignedIn {
    const me = this.signedIn(headers);
    const [session] = this.sessions.findBy('id', me.credentialId);
    if (session && Date.now() - Date.parse(session.created) < freshFor) return me;
    throw new AccountError(
      'You signed in a while ago. Select Sign out, sign in again, then repeat this change.',
      403,
    );
  }

  isFromThisMachine(headers: Headers): boolean {
    return this.site.isFromThisMachine(headers, this.findClientAddress(headers));
  }

  /** Returns a session's person. Null if the session has ended or the person may no longer sign in. */
  toPrincipal(session: { id: string; person: string } | undefined): SignedIn | null {
    if (!session) return null;
    const { id, person } = session;
    const isAllowed = person.startsWith(oneClickId('')) ? this.site.isLocal : this.people.get(person);
    const found = isAllowed && this.find(person);
    return found ? { kind: 'user', id: person, ...found, credentialId: id } : null;
  }

  /** Returns the assistant of an `Authorization` header. Its token ends with the person's role. */
  findAssistant(header: string) {
    const session = this.sessions.find(/^Bearer (\S+)$/i.exec(header)?.[1] ?? '', 'assistant');
    const person = this.toPrincipal(session);
    if (!person || person.role.name !== session?.assistantRole) return undefined;
    const id = assistantId(person.id);
    return { id, name: this.find(id)?.name ?? '', person };
  }

  /** Finds a person or a person's assistant by id, including people who were removed. */
  find(id: string): { name: string; role: Role } | undefined {
    const owner = id.startsWith(assistantId('')) && this.find(id.slice(assistantId('').length));
    if (owner) return { ...owner, name: `${owner.name}’s assistant` };
    const localRole = this.roles.find(({ name }) => oneClickId(name) === id);
    if (localRole) return { name: `Local ${localRole.title}`, role: localRole };
    const person = this.people.getIncludingRemoved(id);
    const role = person && this.findRole(person.role);
    return role && { name: person.name, role };
  }

  /** Returns the ids of everybody who may sign in. */
  list(): string[] {
    const oneClick = this.site.isLocal ? this.roles.map(({ name }) => oneClickId(name)) : [];
    return [...this.people.list().map(({ id }) => id), ...oneClick];
  }

  /** Returns undefined if the role no longer exists. */
  findRole(name: string): Role | undefined {
    return this.roles.find((role) => role.name === name);
  }
}

/** Returns the id of the person with this role who signs in to a local site with one click. */
export const oneClickId = (role: string) => `plocal-${role}`;

/** Returns the id under which the history and reviews show a person's assistants. */
const assistantId = (person: string) => `assistant-${person}`;
