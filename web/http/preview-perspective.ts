import type { ClientPerspective } from '@sanity/client';
import { parse } from 'hono/utils/cookie';
import { perspectiveCookie } from './perspective-cookie.ts';
import { readPreview } from './preview-pass.ts';

const release = /^(?!raw$)[\w-]{1,64}$/;

/**
 * Reads a preview's perspective from a `Cookie` header. Returns what staff chose in the Studio, such as a release;
 * otherwise drafts. Guests always see drafts.
 */
export function previewPerspective(cookie: string | null): ClientPerspective {
  const isStaff = readPreview(cookie)?.share === '';
  const chosen = parse(cookie ?? '')[perspectiveCookie]?.split(',') ?? [];
  return isStaff && chosen.length > 0 && chosen.every((name) => release.test(name)) ? chosen : 'drafts';
}
