import type { Settings } from '#settings';
import { hour, minute } from '#web/contracts/durations.ts';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { RateLimit } from '#web/http/rate-limit.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Dependencies of the enquiry functions. */
export type Enquiries = ReturnType<typeof openEnquiries>;

export function openEnquiries(
  db: Database,
  settings: Pick<Settings, 'mail' | 'siteUrl' | 'sanity' | 'retention'>,
) {
  return {
    db,
    settings,
    /** Limits copies per network. */
    limit: new RateLimit({
      db,
      name: 'enquiries',
      secret: settings.sanity.webhookSecret ?? '',
      windows: [
        { milliseconds: minute, max: 10 },
        { milliseconds: hour, max: 60 },
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

/** Returns the dependencies, which are created on first use. */
export async function getEnquiries(): Promise<Enquiries> {
  oncePerProcess.enquiries ??= openEnquiries(await getDatabase(), siteSettings());
  return oncePerProcess.enquiries;
}
