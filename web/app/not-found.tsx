import { draftMode } from 'next/headers';
import MissingPage from './missing/[page]/page.tsx';

/** For paths outside pages, and previews. Next renders it with every page too, so it is next to nothing. */
export default async function NotFound() {
  const { isEnabled: isPreview } = await draftMode();
  return isPreview ? <MissingPage /> : <h1>404</h1>;
}
