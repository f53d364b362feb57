import { expect } from 'vitest';
import type { Stack } from '../../support/stack.ts';

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
