import type { ClientPerspective } from '@sanity/client';
import { cookies, headers } from 'next/headers';
import { perspectiveCookie } from './perspective-cookie.ts';
import { previewOf } from './preview-pass.ts';

const release = /^(?!raw$)[\w-]{1,64}$/;

/** Returns the perspective that staff chose in the Studio, such as a release; otherwise drafts. Guests always see drafts. */
export async function previewPerspective(): Promise<ClientPerspective> {
  const isStaff = previewOf((await headers()).get('cookie'))?.share === '';
  const chosen = (await cookies()).get(perspectiveCookie)?.value.split(',') ?? [];
  return isStaff && chosen.length > 0 && chosen.every((name) => release.test(name)) ? chosen : 'drafts';
}
