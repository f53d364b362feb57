import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { may } from '#roles';
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
    /** By digest of the session's headers; an ended session counts for half a second more at most. */
    users: LRUCache<string, { user: User | null }>;
  }
}
oncePerProcess.users ??= new LRUCache({ max: 1000, ttl: 500 });
const known = oncePerProcess.users;

/** The user of a session's headers, by the content API. Null without a valid session, undefined without an answer. */
export async function userOf(shown: Record<string, string>): Promise<User | null | undefined> {
  const key = createHash('sha256').update(JSON.stringify(shown)).digest('base64');
  const found = known.get(key);
  if (found) return found.user;
  const { apiHost, projectId } = siteSettings().sanity;
  const me = `${apiHost ?? `https://${projectId}.api.sanity.io`}/v2025-02-19/users/me`;
  try {
    return await withTimeout(5000, async (signal) => {
      const response = await fetch(me, { headers: shown, cache: 'no-store', signal });
      if (!response.ok && response.status !== 401 && response.status !== 403) return undefined;
      // Without a session hosted Sanity answers 200 with an empty object.
      const user = userSchema.safeParse(await response.json()).data ?? null;
      known.set(key, { user });
      return user;
    });
  } catch {
    return undefined;
  }
}

/**
 * Whether a browser's user reads content; undefined without an answer. Next's preview cookie is the same for everyone
 * until the next build, so with the embedded lake it counts only with such a session.
 */
export async function readsContent(headers: Headers): Promise<boolean | undefined> {
  if (siteSettings().sanity.apiHost === undefined) return true;
  const user = await userOf({ cookie: headers.get('cookie') ?? '' });
  return user === undefined ? undefined : user !== null && may([user.role ?? ''], 'readContent');
}
