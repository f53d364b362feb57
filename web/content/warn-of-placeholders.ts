import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { editPath } from '#schemas/paths.ts';
import { isLiveKey } from '#settings';
import { siteSettings } from '#web/env.ts';
import { publishedClient } from './client.ts';

/** Returns the placeholders that are still in the published settings. Rejects if the content API is unreachable. */
export async function placeholdersLeft() {
  const query = '*[_id == "siteSettings"][0]';
  return launchPlaceholders(await publishedClient().fetch<unknown>(query, {}, { cache: 'no-store' }));
}

/** Logs a warning for each placeholder if payment keys are live. Never rejects, so that the server can start. */
export async function warnOfPlaceholders(razorpayKeyId: string | undefined): Promise<void> {
  if (!isLiveKey(razorpayKeyId)) return;
  const studio = `${siteSettings().siteUrl}/studio`;
  try {
    for (const { field, title, value, advice } of await placeholdersLeft()) {
      const place = `${studio}${editPath('siteSettings', 'siteSettings', field)}`;
      console.warn(
        `Payments are live, but Site settings still has a placeholder. ${title}: ${value || 'empty'}. ${advice} ${place}`,
      );
    }
  } catch {
    console.warn(
      `Payments are live, but the content could not be checked for placeholders. See ${studio}/launch.`,
    );
  }
}
