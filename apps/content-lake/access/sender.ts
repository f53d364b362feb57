import type { Lake } from '../lake.ts';
import { anonymous, type Principal } from './principal.ts';

type Access = Pick<Lake, 'control' | 'people'>;

/** Milliseconds between two looks at whether who opened a stream is still signed in. */
const checkInterval = 500;

/** Who sends a request. Undefined for a token or session that is not (or no longer) valid: not read as anonymous. */
export function senderOf(
  { control, people }: Access,
  method: string,
  headers: Headers,
): Principal | undefined {
  const header = headers.get('authorization');
  if (header !== null) return control.credentials.bearer(header) ?? undefined;
  const person = people?.senderOf(method, headers);
  return person === undefined ? anonymous : (person ?? undefined);
}

/** Calls `end` soon after the session or token that a stream was opened with has ended. Returns how to stop waiting for it. */
export function whenSignedOut(
  { control, people }: Access,
  principal: Principal,
  end: () => void,
): () => void {
  if (principal.kind === 'anonymous') return () => {};
  const isSignedIn = () =>
    principal.kind === 'user'
      ? people?.isSignedIn(principal)
      : control.credentials.has(principal.credentialId);
  const timer = setInterval(() => isSignedIn() || end(), checkInterval);
  return () => clearInterval(timer);
}
