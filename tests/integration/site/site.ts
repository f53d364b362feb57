import { expect } from 'vitest';
import type { Stack } from '../../support/stack.ts';
import { cookieOf } from '../accounts/visitor.ts';

type Got = { status: number; html: string; headers: Headers; cache: string | null };

/** Requests a path as a browser without cookies. Does not follow redirects. */
export async function get(stack: Stack, path: string, headers: Record<string, string> = {}): Promise<Got> {
  const response = await fetch(`${stack.siteUrl}${path}`, { redirect: 'manual', headers });
  return {
    status: response.status,
    html: await response.text(),
    headers: response.headers,
    cache: response.headers.get('x-nextjs-cache'),
  };
}

export const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);

/** Starts an editor's preview, as the Studio does. Returns its cookies. */
export async function beginPreview(stack: Stack): Promise<string> {
  const secret = 'only-the-studio-writes-it';
  const stored = { _id: 'sanity-preview-url-secret.test', _type: 'sanity.previewUrlSecret', source: 'test' };
  const studioUrl = `${stack.siteUrl}/studio`;
  await stack.client('editor').createOrReplace({ ...stored, secret, studioUrl });
  const response = await fetch(
    `${stack.siteUrl}/api/draft-mode/enable?sanity-preview-secret=${secret}&sanity-preview-pathname=/`,
    { redirect: 'manual' },
  );
  return [...cookiesOf(response), cookieOf(stack, 'editor')].join('; ');
}

/** Requests pages and returns those that were rendered for the request. */
export async function renewedPaths(stack: Stack, paths: string[]): Promise<string[]> {
  const renewed: string[] = [];
  for (const path of paths) if ((await get(stack, path)).cache !== 'HIT') renewed.push(path);
  return renewed;
}

/** Headers of every response on every host. */
export function expectCommonHeaders(headers: Headers) {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  expect(headers.has('x-powered-by')).toBe(false);
}
