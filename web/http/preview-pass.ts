import { siteSettings } from '#web/env.ts';
import { signatureOf } from './signature.ts';

/** The framework's own (`proxy.ts` has to write it out once more). */
export const previewCookie = '__prerender_bypass';

/** That one is the same for everybody until the next build, so who previews has this one besides. */
export const previewPassCookie = 'preview-pass';

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

/** A pass that the site has given, for now; without a share it is that of staff. */
export function readPass(pass = ''): { share: string } | undefined {
  const [until = '', share = ''] = pass.split('.');
  return Number(until) > Date.now() && pass === passUntil(until, share) ? { share } : undefined;
}
