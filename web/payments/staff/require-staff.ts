import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type ApiResponse, errorResponse } from '#web/payments/api-response.ts';

const userSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  role: z.string().optional(),
  roles: z.array(z.object({ name: z.string() })).default([]),
});

/** Roles of the Studio that may see payments and act on them. */
const admitted = ['administrator', 'finance'];

/** Who acts: `id` stays the same from one session to the next, `name` is for people to read. */
export type Staff = { id: string; name: string };

type Session = { staff: Staff } | { error: ApiResponse };

const signIn = { error: errorResponse(401, 'Sign in to the Studio to see payments.') };
const unchecked = {
  error: errorResponse(503, 'Your session could not be checked. Please try again in a minute.'),
};

/** Checked sessions by the digest of their token, for 30 seconds. */
const sessions = new LRUCache<string, Session>({ max: 1000, ttl: 30_000 });

/**
 * Checks that a request comes from somebody who may see payments: the session token that the Studio sends along is
 * shown to the content API's `/users/me`. Resolves to that person, or to the error: 401 without a valid session, 403
 * for other roles, 503 when the API does not answer.
 */
export async function requireStaff(authorization: string | undefined, sessionUrl: string): Promise<Session> {
  const token = /^Bearer ([\w.~+/=-]{8,1000})$/.exec(authorization ?? '')?.[1];
  if (token === undefined) return signIn;
  const key = createHash('sha256').update(token).digest('base64');
  const known = sessions.get(key);
  if (known) return known;

  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(5000);
  const response = await fetch(sessionUrl, { headers, cache: 'no-store', signal }).catch(() => undefined);
  if (response?.status === 401 || response?.status === 403) return signIn;
  const user = userSchema.safeParse(await response?.json().catch(() => undefined));
  if (!response?.ok) return unchecked;
  // Without a session the API answers 200 with an empty object.
  if (!user.success) return signIn;
  const { id, name, email, role, roles } = user.data;
  const isAdmitted = [role, ...roles.map((one) => one.name)].some((one) => one && admitted.includes(one));
  const session = isAdmitted
    ? { staff: { id, name: (name || email || id).slice(0, 200) } }
    : { error: errorResponse(403, 'Only finance and administrators can see payments.') };
  sessions.set(key, session);
  return session;
}
