import { createHmac } from 'node:crypto';
import { siteSettings } from '#web/env.ts';

/** Signs a text for a purpose. All processes of a site share the secret. */
export function sign(purpose: 'picture' | 'preview', text: string): string {
  const key = siteSettings().sanity.webhookSecret ?? '';
  return createHmac('sha256', key).update(`${purpose} ${text}`).digest('base64url');
}
