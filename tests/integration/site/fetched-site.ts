import pLimit from 'p-limit';
import { confirmClaims } from '../../support/confirm-claims.ts';
import { eventually } from '../../support/eventually.ts';
import { type FetchedPage, fetchPage } from '../../support/html.ts';
import { allPaths } from '../../support/routes.ts';
import { sharedStack, waitForPublishes } from '../../support/shared-stack.ts';

/** Pages that a file before has fetched. */
let fetched: Map<string, FetchedPage> | undefined;

/** Returns the site with confirmed claims on a public address, and every page of the specification as a visitor receives it. */
export async function fetchSite() {
  const stack = await sharedStack('public');
  await confirmClaims(stack.client('editor'));
  await waitForPublishes(stack);
  if (!fetched) {
    // On a busy machine a page may be 503 and has to be requested again.
    const read = (path: string) =>
      eventually(async () => {
        const page = await fetchPage(stack.siteUrl, path);
        if (page.status === 503) throw new Error(`${path} is unavailable.`);
        return page;
      });
    const pages = await pLimit(4).map([...allPaths, '/no-such-page'], read);
    fetched = new Map(pages.map((page) => [page.path, page]));
  }
  const pages = fetched;
  return {
    stack,
    pages: [...pages.values()],
    pageAt(path: string) {
      const page = pages.get(path);
      if (!page) throw new Error(`${path} was not fetched.`);
      return page;
    },
  };
}
