import type { Lake } from '../lake.ts';
import { anonymous, type CurrentRoles, type Principal } from './principal.ts';

type Access = Pick<Lake, 'control' | 'accounts'>;

/** Milliseconds between checks that a stream's user is still signed in. */
const checkInterval = 500;

/** Returns the principal of a request. Undefined for an invalid token or session, which must not count as anonymous. */
export function authenticate(
  { control, accounts }: Access,
  method: string,
  headers: Headers,
): Principal | undefined {
  const header = headers.get('authorization');
  if (header !== null) return control.credentials.ofBearerHeader(header) ?? undefined;
  const user = accounts?.authenticate(method, headers);
  return user === undefined ? anonymous : (user ?? undefined);
}

/** Calls `end` within `checkInterval` after a session or token ends. Returns a function that stops the checks. */
export function whenSignedOut({ control, accounts }: Access, principal: Principal, end: () => void) {
  if (principal.kind === 'anonymous') return () => {};
  const isSignedIn = () =>
    principal.kind === 'user'
      ? accounts?.isSignedIn(principal)
      : control.credentials.has(principal.credentialId);
  const timer = setInterval(() => isSignedIn() || end(), checkInterval);
  return () => clearInterval(timer);
}

export function currentRoles({ control: { credentials }, accounts }: Access): CurrentRoles {
  const programs = credentials.list().map(({ userId }) => [userId, credentials.user(userId)?.role] as const);
  const users = accounts?.list().map((id) => [id, accounts.find(id)?.role] as const) ?? [];
  return Object.fromEntries([...programs, ...users].flatMap(([id, role]) => (role ? [[id, role]] : [])));
}
