import { createClient } from '@sanity/client';
import { vi } from 'vitest';
import type { Stack } from '../../stack.ts';

/** A client of the stack's content lake with a role, published perspective. */
export async function clientOf(stack: Stack, role: 'editor' | 'administrator' = 'editor') {
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: stack.lakeUrl,
    useProjectHostname: false,
    apiVersion: '2026-02-01',
    useCdn: false,
    perspective: 'published',
    token: await stack.token(role),
  });
}

export type Got = { status: number; html: string; headers: Headers; cache: string | null };

/** Asks the site for a path as a browser without cookies does, redirects not followed. */
export async function get(stack: Stack, path: string, headers: Record<string, string> = {}): Promise<Got> {
  const response = await fetch(`${stack.siteUrl}${path}`, { redirect: 'manual', headers });
  return {
    status: response.status,
    html: await response.text(),
    headers: response.headers,
    cache: response.headers.get('x-nextjs-cache'),
  };
}

/** Every route of the specification, and all 25 city pages. */
export const citySlugs = [
  'delhi',
  'mumbai',
  'bangalore',
  'chennai',
  'kolkata',
  'hyderabad',
  'pune',
  'ahmedabad',
  'jaipur',
  'lucknow',
  'patna',
  'chandigarh',
  'indore',
  'bhopal',
  'nagpur',
  'visakhapatnam',
  'kochi',
  'coimbatore',
  'surat',
  'vadodara',
  'gurgaon',
  'noida',
  'ghaziabad',
  'ranchi',
  'raipur',
];
export const policyPaths = ['/terms-conditions', '/refund-policy', '/privacy-policy'];
export const pagePaths = [
  '/',
  '/about',
  '/digital-marketing',
  '/seo-sem',
  '/social-media-marketing',
  '/tender-services',
  '/careers',
  '/contact',
  '/pay-online',
  '/seo-locations',
];
export const cityPaths = citySlugs.map((slug) => `/seo-services-${slug}`);
export const allPaths = [...pagePaths, ...policyPaths, ...cityPaths];
/** Pages whose forms need React. */
export const applicationPaths = ['/contact', '/pay-online'];
export const documentPaths = allPaths.filter((path) => !applicationPaths.includes(path));

/** Asks for the pages and tells which ones had to be rendered. */
export async function renewedPaths(stack: Stack, paths: string[]): Promise<string[]> {
  const renewed: string[] = [];
  for (const path of paths) if ((await get(stack, path)).cache !== 'HIT') renewed.push(path);
  return renewed;
}

/** Asks for the pages until all of them are cached and stay so. */
export async function renewalsHaveSettled(stack: Stack, paths: string[]): Promise<void> {
  let quiet = 0;
  await vi.waitFor(
    async () => {
      quiet = (await renewedPaths(stack, paths)).length === 0 ? quiet + 1 : 0;
      if (quiet < 3) throw new Error('Pages are still being rendered.');
    },
    { timeout: 60_000, interval: 200 },
  );
}
