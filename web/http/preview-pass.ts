import { siteSettings } from '#web/env.ts';
import { signatureOf } from './signature.ts';

/** The framework's own (`proxy.ts` has to write it out once more). */
export const previewCookie = '__prerender_bypass';

/** That one is the same for everybody until the next build, so who previews has this one besides. */
export const previewPassCookie = 'preview-pass';

/** Seconds: a day at work. */
const maxAge = 10 * 60 * 60;

const passUntil = (until: number) => `${until}.${signatureOf('preview', String(until))}`;

/** A cookie with a new pass. */
export function previewPass() {
  const secure = siteSettings().siteUrl.startsWith('https:');
  const value = passUntil(Date.now() + maxAge * 1000);
  return { name: previewPassCookie, value, maxAge, secure, httpOnly: true, sameSite: 'lax' as const };
}

/** Whether the site has given this pass, and for now. */
export function isPreviewPass(pass = ''): boolean {
  const until = Number.parseInt(pass, 10);
  return until > Date.now() && pass === passUntil(until);
}
