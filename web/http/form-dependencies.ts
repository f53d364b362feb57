import type { Settings } from '#settings';
import { hour, minute } from '#web/contracts/durations.ts';
import type { Database } from '#web/database/tables.ts';
import { RateLimit } from './rate-limit.ts';

export type FormSettings = Pick<Settings, 'mail' | 'siteUrl' | 'sanity' | 'retention'>;

/** Creates the dependencies of a form that visitors send. `name` is of its rate limit per network. */
export function openForm(
  db: Database,
  settings: FormSettings,
  { name, perHour }: { name: string; perHour: number },
) {
  return {
    db,
    settings,
    limit: new RateLimit({
      db,
      name,
      secret: settings.sanity.webhookSecret ?? '',
      windows: [
        { milliseconds: minute, max: 10 },
        { milliseconds: hour, max: perHour },
      ],
    }),
    /** Milliseconds since 1970. */
    now: Date.now,
  };
}
