import { draftMode } from 'next/headers';
import MissingPage from './missing/[page]/page.tsx';

/** Shown for paths that `proxy.ts` does not handle. It is minimal, because Next renders it with every page. */
export default async function NotFound() {
  const { isEnabled: isPreview } = await draftMode();
  return isPreview ? <MissingPage /> : <h1>404</h1>;
}
