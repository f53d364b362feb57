import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Answer, refusal } from '../answers.ts';

const userSchema = z.object({
  id: z.string(),
  role: z.string().optional(),
  roles: z.array(z.object({ name: z.string() })).default([]),
});

/** For how long a session that was found good is not asked about again, in milliseconds. */
const remembered = 30_000;
const sessions = new Map<string, { until: number; allowed: boolean }>();

/**
 * Admits administrators of the Studio: the session token that the Studio sends along is shown to the content API's
 * `/users/me`. Resolves to undefined, or to the refusal: 401 without a valid session, 403 for other roles.
 */
export async function refuseOutsiders(
  authorization: string | null,
  sessionUrl: string,
  now: number,
): Promise<Answer | undefined> {
  const token = /^Bearer ([\w.~+/=-]{8,1000})$/.exec(authorization ?? '')?.[1];
  const signIn = refusal(401, 'Sign in to the Studio to see payments.');
  if (token === undefined) return signIn;
  const key = createHash('sha256').update(token).digest('base64');
  const known = sessions.get(key);
  if (known && known.until > now) return known.allowed ? undefined : notAdministrator();

  let response: Response;
  try {
    response = await fetch(sessionUrl, {
      headers: { authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    });
  } catch {
    return refusal(503, 'Your session could not be checked. Please try again in a minute.');
  }
  if (response.status === 401 || response.status === 403) return signIn;
  const user = userSchema.safeParse(await response.json().catch(() => undefined));
  if (!response.ok) return refusal(503, 'Your session could not be checked. Please try again in a minute.');
  // Without a session the API answers 200 with an empty object.
  if (!user.success) return signIn;
  const allowed =
    user.data.role === 'administrator' || user.data.roles.some((role) => role.name === 'administrator');
  for (const [old, { until }] of sessions) if (until <= now) sessions.delete(old);
  sessions.set(key, { until: now + remembered, allowed });
  return allowed ? undefined : notAdministrator();
}

const notAdministrator = () => refusal(403, 'Only administrators can see payments.');
