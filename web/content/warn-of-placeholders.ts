import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { isLiveKey } from '#settings';
import { siteSettings } from '#web/env.ts';
import { publishedClient } from './client.ts';

/** Published placeholders. Rejects when the content API is unreachable. */
export async function placeholdersLeft() {
  const query = '*[_id == "siteSettings"][0]';
  return launchPlaceholders(await publishedClient().fetch<unknown>(query, {}, { cache: 'no-store' }));
}

/** With live payment keys, warns of each placeholder. Never rejects: it must not stop the server's start. */
export async function warnOfPlaceholders(razorpayKeyId: string | undefined): Promise<void> {
  if (!isLiveKey(razorpayKeyId)) return;
  const studio = `${siteSettings().siteUrl}/studio`;
  try {
    for (const { field, title, value, advice } of await placeholdersLeft()) {
      const place = `${studio}/intent/edit/id=siteSettings;type=siteSettings;path=${field}/`;
      console.warn(
        `Payments are live, and Site settings still has a placeholder. ${title}: ${value || 'empty'}. ${advice} ${place}`,
      );
    }
  } catch {
    console.warn(
      `Payments are live, and the content could not be asked for placeholders. See ${studio}/launch.`,
    );
  }
}
