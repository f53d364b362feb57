import { connection } from 'next/server';
import { findSite } from '#web/content/find-page.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Shown by the framework where its scripts run: in previews and in development. */
export default async function NotFound() {
  // Not at build time: the words come from the content.
  await connection();
  const site = await findSite();
  return site ? <NotFoundPage site={site} /> : <h1>404</h1>;
}
