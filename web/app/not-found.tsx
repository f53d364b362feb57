import { draftMode } from 'next/headers';
import MissingPage from './missing/[page]/page.tsx';

/**
 * The framework's own 404: below the parts of the site that are not pages, and in previews.
 * It is also rendered with every page, for scripts that pages do not run, and so is next to nothing.
 */
export default async function NotFound() {
  const { isEnabled: isPreview } = await draftMode();
  return isPreview ? <MissingPage /> : <h1>404</h1>;
}
