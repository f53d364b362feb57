import type { ClientPerspective } from '@sanity/client';
import { cookies } from 'next/headers';
import { perspectiveCookie } from '#web/preview/perspective-cookie.ts';
import { previewPassCookie, readPass } from './preview-pass.ts';

const release = /^(?!raw$)[\w-]{1,64}$/;

/** What a preview shows: drafts, or what the Studio's menu has chosen, such as a release. A guest's is always drafts. */
export async function previewPerspective(): Promise<ClientPerspective> {
  const jar = await cookies();
  const isStaff = readPass(jar.get(previewPassCookie)?.value)?.share === '';
  const chosen = jar.get(perspectiveCookie)?.value.split(',') ?? [];
  return isStaff && chosen.length > 0 && chosen.every((name) => release.test(name)) ? chosen : 'drafts';
}
