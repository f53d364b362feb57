import type { Settings } from '#settings';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { RateLimit } from '#web/http/rate-limit.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Everything that the functions of enquiries work with. */
export type Enquiries = ReturnType<typeof openEnquiries>;

const minute = 60_000;

export function openEnquiries(db: Database, settings: Pick<Settings, 'mail' | 'siteUrl' | 'sanity'>) {
  return {
    db,
    settings,
    /** Enquiries of which a network may leave a copy. */
    limit: new RateLimit({
      db,
      name: 'enquiries',
      secret: settings.sanity.webhookSecret ?? '',
      windows: [
        { milliseconds: minute, most: 10 },
        { milliseconds: 60 * minute, most: 60 },
      ],
    }),
    /** Milliseconds since 1970. */
    now: Date.now,
  };
}

declare global {
  interface OncePerProcess {
    enquiries: Enquiries;
  }
}

/** Those of the site, opened on first use. */
export async function getEnquiries(): Promise<Enquiries> {
  oncePerProcess.enquiries ??= openEnquiries(await getDatabase(), siteSettings());
  return oncePerProcess.enquiries;
}
