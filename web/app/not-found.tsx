import { connection } from 'next/server';
import { needsFrameworkScripts } from './framework-scripts.ts';
import { Missing } from './missing.tsx';

/**
 * Shown by the framework where its scripts run, in previews and in development, and for files of its own that do not
 * exist. It renders this with every page, in case a script asks for it, so elsewhere it is next to nothing.
 */
export default async function NotFound() {
  // Not at build time: the words come from the content.
  await connection();
  return (await needsFrameworkScripts()) ? <Missing /> : <h1>404</h1>;
}
