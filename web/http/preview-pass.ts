import { parse } from 'hono/utils/cookie';
import { siteSettings } from '#web/env.ts';
import { signatureOf } from './signature.ts';

/** The framework's own (`proxy.ts` has to write it out once more). */
export const previewCookie = '__prerender_bypass';

/** That one is the same for everybody until the next build, so who previews has this one besides. */
const previewPassCookie = 'preview-pass';

/** A `Set-Cookie` that ends a preview in the browser. */
export const previewOver = `${previewCookie}=; Path=/; Max-Age=0`;

/** Milliseconds: a day at work. */
const day = 10 * 60 * 60 * 1000;

const passUntil = (until: string, share: string) =>
  `${until}.${share}.${signatureOf('preview', `${until} ${share}`)}`;

/** A cookie with a new pass: for staff, or for the guest of a share as long as that is to last. */
export function previewPass(share = '', until = Date.now() + day) {
  const secure = siteSettings().siteUrl.startsWith('https:');
  const value = passUntil(String(until), share);
  const maxAge = Math.floor((until - Date.now()) / 1000);
  return { name: previewPassCookie, value, maxAge, secure, httpOnly: true, sameSite: 'lax' as const };
}

/**
 * Whether a request is a preview, by its `Cookie`: it holds both, and the pass is one that the site has given, for now.
 * Without a share it is that of staff. Undefined for every other request, whatever it says of itself.
 */
export function previewOf(cookie: string | null | undefined): { share: string } | undefined {
  const { [previewCookie]: asked, [previewPassCookie]: pass = '' } = parse(cookie ?? '');
  const [until = '', share = ''] = pass.split('.');
  const isGiven = Number(until) > Date.now() && pass === passUntil(until, share);
  return asked !== undefined && isGiven ? { share } : undefined;
}

/** A `Cookie` without the two. */
export const withoutPreview = (cookie: string) =>
  cookie
    .split(';')
    .filter((one) => !one.includes(previewCookie) && !one.includes(previewPassCookie))
    .join(';');
