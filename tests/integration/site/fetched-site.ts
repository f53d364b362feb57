import { confirmClaims } from '../../support/confirm-claims.ts';
import { type FetchedPage, fetchPage } from '../../support/html.ts';
import { allPaths } from '../../support/routes.ts';
import { type Stack, startStack } from '../../support/stack.ts';

/** The public address in canonical links and structured data. */
export const siteUrl = 'https://www.agency.example';

/** Starts the site with the seed and fetches every route of the specification as a visitor. */
export type FetchedSite = {
  stack: Stack;
  pages: FetchedPage[];
  pageAt(path: string): FetchedPage;
};

export async function fetchSite(): Promise<FetchedSite> {
  const stack = await startStack({ parts: ['lake', 'site'], env: { SITE_URL: siteUrl } });
  await confirmClaims(stack.client('editor'));
  const pages = new Map<string, FetchedPage>();
  for (const path of [...allPaths, '/no-such-page']) pages.set(path, await fetchPage(stack.siteUrl, path));
  return {
    stack,
    pages: [...pages.values()],
    pageAt(path) {
      const page = pages.get(path);
      if (!page) throw new Error(`${path} was not fetched.`);
      return page;
    },
  };
}
