import { headers } from 'next/headers';
import { findSite } from '#web/content/find-page.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** What the framework answers with status 404. Without content it still says what it has to. */
export default async function NotFound() {
  // The framework renders this with every page, for scripts that pages do not run. Where a page is kept, there are no
  // headers, and this is next to nothing.
  const isAnswer = (await headers()).has('host');
  const site = isAnswer ? await findSite().catch(() => null) : null;
  return site ? <NotFoundPage site={site} /> : <h1>404</h1>;
}
