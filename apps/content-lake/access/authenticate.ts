import type { Lake } from '../lake.ts';
import { anonymous, type Principal } from './principal.ts';

type Access = Pick<Lake, 'control' | 'people'>;

/** Milliseconds between checks that a stream's user is still signed in. */
const checkInterval = 500;

/** The sender of a request. Undefined for an invalid token or session, which does not count as anonymous. */
export function authenticate(
  { control, people }: Access,
  method: string,
  headers: Headers,
): Principal | undefined {
  const header = headers.get('authorization');
  if (header !== null) return control.credentials.ofBearerHeader(header) ?? undefined;
  const person = people?.senderOf(method, headers);
  return person === undefined ? anonymous : (person ?? undefined);
}

/** Calls `end` soon after the stream's session or token has ended. Returns a function that stops the checks. */
export function whenSignedOut({ control, people }: Access, principal: Principal, end: () => void) {
  if (principal.kind === 'anonymous') return () => {};
  const isSignedIn = () =>
    principal.kind === 'user'
      ? people?.isSignedIn(principal)
      : control.credentials.has(principal.credentialId);
  const timer = setInterval(() => isSignedIn() || end(), checkInterval);
  return () => clearInterval(timer);
}
