import { type Capability, may, peopleWho } from '#roles';
import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { userOf } from './session.ts';

/** `what` names the data in errors. */
export type Admitted = { what: string; capability: Capability };

/** `id` is stable across sessions, `name` is for people to read, `address` that of the network. */
export type Staff = { id: string; name: string; address?: string };

/**
 * The member of staff of the Studio's token or cookie, or the error: 401 without a valid session, 403 for other roles,
 * 503 when the content API does not answer.
 */
export async function requireStaff(
  { headers, method }: Request,
  { what, capability }: Admitted,
): Promise<{ staff: Staff } | { error: ApiResponse }> {
  const shown = sessionIn(headers, method);
  const user = shown ? await userOf(shown) : null;
  if (user === undefined)
    return { error: errorResponse(503, 'Your session could not be checked. Please try again in a minute.') };
  if (!user) return { error: errorResponse(401, `Sign in to the Studio to see ${what}.`) };
  const { id, name, email, role, roles } = user;
  return may([role ?? '', ...roles.map((one) => one.name)], capability)
    ? { staff: { id, name: (name || email || id).slice(0, 200) } }
    : { error: errorResponse(403, `Only ${peopleWho(capability)} can see ${what}.`) };
}

/** The headers of a session; a cookie needs those that the lake checks against request forgery. */
function sessionIn(headers: Headers, method: string): Record<string, string> | undefined {
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
