import { draftMode } from 'next/headers';
import { siteSettings } from '#web/env.ts';

/** Whether every page is delivered with the framework's scripts: in previews, in development, and where it is asked for. */
export async function needsFrameworkScripts(): Promise<boolean> {
  const { isEnabled } = await draftMode();
  return isEnabled || process.env.NODE_ENV === 'development' || siteSettings().sendFrameworkScripts;
}
