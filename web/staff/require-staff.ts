import { type Capability, may, peopleWho } from '#roles';
import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { findUser } from './session.ts';

/** The capability that a route requires. `what` names the route's data in error messages. */
export type RequiredAccess = { what: string; capability: Capability };

/** A member of staff. `id` is stable across sessions, `name` is for display, `address` is the network address. */
export type Staff = { id: string; name: string; address?: string };

/**
 * Finds the member of staff by the Studio's token or cookie. Returns an error if there is no valid session (401), the
 * role lacks the capability (403) or the content API does not respond (503).
 */
export async function requireStaff(
  { headers, method }: Request,
  { what, capability }: RequiredAccess,
): Promise<{ staff: Staff } | { error: ApiResponse }> {
  const session = sessionHeaders(headers, method);
  const user = session ? await findUser(session) : null;
  if (user === undefined)
    return { error: errorResponse(503, 'Your session could not be checked. Please try again in a minute.') };
  if (!user) return { error: errorResponse(401, `Sign in to the Studio to see ${what}.`) };
  const { id, name, email, role, roles } = user;
  return may([role ?? '', ...roles.map((one) => one.name)], capability)
    ? { staff: { id, name: (name || email || id).slice(0, 200) } }
    : { error: errorResponse(403, `Only ${peopleWho(capability)} can see ${what}.`) };
}

/** Returns the headers that hold the session and, for a cookie, the headers that the lake's CSRF check needs. */
function sessionHeaders(headers: Headers, method: string): Record<string, string> | undefined {
  const authorization = headers.get('authorization');
  if (authorization !== null)
    return /^Bearer [\w.~+/=-]{8,1000}$/.test(authorization) ? { authorization } : undefined;
  if (!headers.has('cookie') || (method !== 'GET' && !headers.has('origin'))) return undefined;
  return Object.fromEntries(
    ['cookie', 'origin', 'sec-fetch-site'].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
