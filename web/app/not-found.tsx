import { draftMode } from 'next/headers';
import MissingPage from './missing/[page]/page.tsx';

/**
 * The framework's 404, for paths outside pages and in previews. Every page also renders it, for scripts that never run,
 * so it is next to nothing.
 */
export default async function NotFound() {
  const { isEnabled: isPreview } = await draftMode();
  return isPreview ? <MissingPage /> : <h1>404</h1>;
}
