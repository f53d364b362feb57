import { connection } from 'next/server';
import { needsFrameworkScripts } from './framework-scripts.ts';
import { Missing } from './missing.tsx';

/**
 * Shown by the framework where its scripts run: in previews and in development. It renders this with every page, in
 * case a script asks for it, so elsewhere it is nothing.
 */
export default async function NotFound() {
  // Not at build time: the words come from the content.
  await connection();
  return (await needsFrameworkScripts()) ? <Missing /> : null;
}
