import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { may } from '#roles';
import { second } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

const userSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  role: z.string().optional(),
  roles: z.array(z.object({ name: z.string() })).default([]),
});
type User = z.infer<typeof userSchema>;

declare global {
  interface OncePerProcess {
    /** Users by digest of the session's headers. An ended session is accepted for at most another half second. */
    users: LRUCache<string, { user: User | null }>;
  }
}
oncePerProcess.users ??= new LRUCache({ max: 1000, ttl: 500 });
const { users } = oncePerProcess;

/** Looks up a session's user at the content API. Null without a valid session, undefined without a response. */
export async function findUser(sessionHeaders: Record<string, string>): Promise<User | null | undefined> {
  const key = createHash('sha256').update(JSON.stringify(sessionHeaders)).digest('base64');
  const cached = users.get(key);
  if (cached) return cached.user;
  const { apiHost, projectId } = siteSettings().sanity;
  const me = `${apiHost ?? `https://${projectId}.api.sanity.io`}/v2025-02-19/users/me`;
  try {
    return await withTimeout(5 * second, async (signal) => {
      const response = await fetch(me, { headers: sessionHeaders, cache: 'no-store', signal });
      if (!response.ok && response.status !== 401 && response.status !== 403) return undefined;
      // Hosted Sanity responds with 200 and an empty object if there is no session.
      const user = userSchema.safeParse(await response.json()).data ?? null;
      users.set(key, { user });
      return user;
    });
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a browser's user may read content; undefined without a response. Next's preview cookie has the same
 * value for everyone until the next build, so with the embedded lake a preview also needs this check.
 */
export async function mayReadContent(headers: Headers): Promise<boolean | undefined> {
  if (siteSettings().sanity.apiHost === undefined) return true;
  const user = await findUser({ cookie: headers.get('cookie') ?? '' });
  return user === undefined ? undefined : user !== null && may([user.role ?? ''], 'readContent');
}
