import { httpError } from '../errors.ts';
import { anonymousGrants, type Role } from './roles.ts';

export type Principal =
  | { kind: 'anonymous'; id: 'anonymous' }
  | {
      /** `user` has a session, `robot` an API token, `assistant` a token of a person's assistant (`assistants.ts`). */
      kind: 'user' | 'robot' | 'assistant';
      /** Stable; shown in history and presence. */
      id: string;
      name: string;
      role: Role;
      /** Id of the session or token, used to check it and to end it. */
      credentialId: string;
      /** Names of fields that an assistant does not fill in. */
      peopleOnly?: string[];
    };

export type SignedIn = Exclude<Principal, { kind: 'anonymous' }>;

export const anonymous: Principal = { kind: 'anonymous', id: 'anonymous' };

export function findGrants(principal: Principal | Pick<SignedIn, 'role'>): Role['grants'] {
  return 'role' in principal ? principal.role.grants : anonymousGrants;
}

/** The roles of everybody who can sign in at present, by user id. */
export type CurrentRoles = Record<string, Role>;

/**
 * The documents that a principal's queries and listeners see. Read grants cover all documents or none, but assistants see
 * only published documents and their drafts: no releases, reviews, deleted documents or system documents.
 */
export type Visibility = 'everything' | 'drafts' | 'public' | 'nothing';

export function computeVisibility(principal: Principal): Visibility {
  if (principal.kind === 'anonymous') return 'public';
  if (!principal.role.grants.some(({ permissions }) => permissions.includes('read'))) return 'nothing';
  return principal.kind === 'assistant' ? 'drafts' : 'everything';
}

export function unauthorized() {
  return httpError(401, 'Unauthorized - Session not found', { errorCode: 'SIO-401-ANF' });
}

/** Throws 401 for a request without a valid token. */
export function requireSignedIn(principal: Principal): SignedIn {
  if (principal.kind === 'anonymous') throw unauthorized();
  return principal;
}

/** Throws 401 without a valid token, and 403 for a role without read access, as responses could reveal content. */
export function requireReader(principal: Principal): SignedIn {
  const reader = requireSignedIn(principal);
  if (computeVisibility(reader) === 'nothing')
    throw httpError(403, `The role "${reader.role.name}" has no access to content`);
  return reader;
}
