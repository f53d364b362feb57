import { connection } from 'next/server';
import { findSite } from '#web/content/find-page.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** What the framework answers with status 404. Without content it still says what it has to. */
export default async function NotFound() {
  // Not at build time: the words come from the content.
  await connection();
  const site = await findSite().catch(() => null);
  return site ? <NotFoundPage site={site} /> : <h1>404</h1>;
}
