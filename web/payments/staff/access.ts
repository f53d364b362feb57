import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Answer, refusal } from '#web/payments/answers.ts';

const userSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  role: z.string().optional(),
  roles: z.array(z.object({ name: z.string() })).default([]),
});

/** For how long a session that was found good is not asked about again, in milliseconds. */
const remembered = 30_000;
const sessions = new Map<string, { until: number; staff: string | undefined }>();

/**
 * Admits administrators of the Studio: the session token that the Studio sends along is shown to the content API's
 * `/users/me`. Resolves to the administrator's name, or to the refusal: 401 without a valid session, 403 for other
 * roles.
 */
export async function admit(
  authorization: string | null,
  sessionUrl: string,
  now: number,
): Promise<{ staff: string } | { refused: Answer }> {
  const token = /^Bearer ([\w.~+/=-]{8,1000})$/.exec(authorization ?? '')?.[1];
  const signIn = { refused: refusal(401, 'Sign in to the Studio to see payments.') };
  const unsure = {
    refused: refusal(503, 'Your session could not be checked. Please try again in a minute.'),
  };
  if (token === undefined) return signIn;
  const key = createHash('sha256').update(token).digest('base64');
  const known = sessions.get(key);
  if (known && known.until > now) return admitted(known.staff);

  let response: Response;
  try {
    response = await fetch(sessionUrl, {
      headers: { authorization: `Bearer ${token}` },
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    });
  } catch {
    return unsure;
  }
  if (response.status === 401 || response.status === 403) return signIn;
  const user = userSchema.safeParse(await response.json().catch(() => undefined));
  if (!response.ok) return unsure;
  // Without a session the API answers 200 with an empty object.
  if (!user.success) return signIn;
  const allowed =
    user.data.role === 'administrator' || user.data.roles.some((role) => role.name === 'administrator');
  for (const [old, { until }] of sessions) if (until <= now) sessions.delete(old);
  const { id, name, email } = user.data;
  const staff = allowed ? (name || email || id).slice(0, 200) : undefined;
  sessions.set(key, { until: now + remembered, staff });
  return admitted(staff);
}

function admitted(staff: string | undefined): { staff: string } | { refused: Answer } {
  return staff === undefined ? { refused: refusal(403, 'Only administrators can see payments.') } : { staff };
}
