import type { RoleName } from '#roles';
import type { Stack } from './stack.ts';

export type StaffRequest = {
  /** Null sends no session. */
  role?: RoleName | null | undefined;
  /** Sent as JSON. */
  body?: object | undefined;
  /** POST with a body, otherwise GET. */
  method?: string;
};

/** Sends a request of staff, by default of finance, to a site's API. `path` is the part after `/api`. */
export function requestAsStaff(
  { siteUrl, token }: Pick<Stack, 'siteUrl' | 'token'>,
  path: string,
  { role = 'finance', body, method = body ? 'POST' : 'GET' }: StaffRequest = {},
): Promise<Response> {
  return fetch(`${siteUrl}/api${path}`, {
    method,
    headers: {
      ...(role ? { authorization: `Bearer ${token(role)}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}
