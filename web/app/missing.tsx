import { findSite } from '#web/content/find-page.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** What `notFound` of the framework leads to. Without content it still says what it has to. */
export async function Missing() {
  const site = await findSite().catch(() => null);
  return site ? <NotFoundPage site={site} /> : <h1>404</h1>;
}
