import type { Settings } from '#settings';
import { hour, minute } from '#web/contracts/durations.ts';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { RateLimit } from '#web/http/rate-limit.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Dependencies of the application functions. */
export type Applications = ReturnType<typeof openApplications>;

export function openApplications(
  db: Database,
  settings: Pick<Settings, 'mail' | 'siteUrl' | 'sanity' | 'retention'>,
) {
  return {
    db,
    settings,
    /** Limits uploads per network. */
    limit: new RateLimit({
      db,
      name: 'applications',
      secret: settings.sanity.webhookSecret ?? '',
      windows: [
        { milliseconds: minute, max: 10 },
        { milliseconds: hour, max: 30 },
      ],
    }),
    /** Milliseconds since 1970. */
    now: Date.now,
  };
}

declare global {
  interface OncePerProcess {
    applications: Applications;
  }
}

/** Returns the dependencies, which are created on first use. */
export async function getApplications(): Promise<Applications> {
  oncePerProcess.applications ??= openApplications(await getDatabase(), siteSettings());
  return oncePerProcess.applications;
}
