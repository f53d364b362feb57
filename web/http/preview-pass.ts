import { parse } from 'hono/utils/cookie';
import { hour } from '#web/contracts/durations.ts';
import { siteSettings } from '#web/env.ts';
import { signatureOf } from './signature.ts';

/** Next's own; `proxy.ts` has to repeat it. */
export const previewCookie = '__prerender_bypass';

/** Next's cookie is the same for everyone until the next build, so a preview needs this one as well. */
const previewPassCookie = 'preview-pass';

/** A `Set-Cookie` that ends a preview in the browser. */
export const previewOver = `${previewCookie}=; Path=/; Max-Age=0`;

/** A pass for staff is valid for a working day. */
const passLifetime = 10 * hour;

const passUntil = (until: string, share: string) =>
  `${until}.${share}.${signatureOf('preview', `${until} ${share}`)}`;

/** A new pass for staff, or for the guest of a share while that lasts. */
export function previewPass(share = '', until = Date.now() + passLifetime) {
  const secure = siteSettings().siteUrl.startsWith('https:');
  const value = passUntil(String(until), share);
  const maxAge = Math.floor((until - Date.now()) / 1000);
  return { name: previewPassCookie, value, maxAge, secure, httpOnly: true, sameSite: 'lax' as const };
}

/** The preview of a `Cookie` with both cookies and a valid pass, without a share for staff; undefined otherwise. */
export function previewOf(cookie: string | null | undefined): { share: string } | undefined {
  if (!cookie?.includes(previewCookie)) return undefined;
  const { [previewCookie]: asked, [previewPassCookie]: pass = '' } = parse(cookie);
  const [until = '', share = ''] = pass.split('.');
  const isGiven = Number(until) > Date.now() && pass === passUntil(until, share);
  return asked !== undefined && isGiven ? { share } : undefined;
}

/** A `Cookie` header without both. */
export const withoutPreview = (cookie: string) =>
  cookie
    .split(';')
    .filter((one) => !one.includes(previewCookie) && !one.includes(previewPassCookie))
    .join(';');
