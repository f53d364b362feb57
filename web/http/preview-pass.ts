import { parse } from 'hono/utils/cookie';
import { hour, second } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { sign } from './signature.ts';

/** Next's own draft mode cookie. `proxy.ts` has to repeat its name. */
export const previewCookie = '__prerender_bypass';

/** Next's cookie has the same value for everyone until the next build, so a preview also needs this signed cookie. */
const previewPassCookie = 'preview-pass';

/** `Set-Cookie` value that ends a preview in the browser. */
export const clearPreviewCookie = `${previewCookie}=; Path=/; Max-Age=0`;

/** Lifetime of a staff member's pass: a working day. */
const passLifetime = 10 * hour;

const signedPass = (until: string, share: string) =>
  `${until}.${share}.${sign('preview', `${until} ${share}`)}`;

/** Creates the cookie of a pass, for staff or for the guest of a share. `until` is in milliseconds since 1970. */
export function previewPass(share = '', until = Date.now() + passLifetime) {
  const secure = siteSettings().siteUrl.startsWith('https:');
  const value = signedPass(String(until), share);
  const maxAge = Math.floor((until - Date.now()) / second);
  return { name: previewPassCookie, value, maxAge, secure, httpOnly: true, sameSite: 'lax' as const };
}

/**
 * Reads the preview from a `Cookie` header. Returns undefined unless both cookies are there and the pass is valid.
 * `share` is empty for staff.
 */
export function readPreview(cookie: string | null | undefined): { share: string } | undefined {
  if (!cookie?.includes(previewCookie)) return undefined;
  const { [previewCookie]: draftMode, [previewPassCookie]: pass = '' } = parse(cookie);
  const [until = '', share = ''] = pass.split('.');
  const isValid = Number(until) > Date.now() && pass === signedPass(until, share);
  return draftMode !== undefined && isValid ? { share } : undefined;
}

/** Removes both preview cookies from a `Cookie` header. */
export const stripPreviewCookies = (cookie: string) =>
  cookie
    .split(';')
    .filter((one) => !one.includes(previewCookie) && !one.includes(previewPassCookie))
    .join(';');
