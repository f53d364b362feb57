import type { Settings } from '#settings';
import { hour, minute } from '#web/contracts/durations.ts';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { limitRate } from './rate-limit.ts';

/** The forms that visitors send, and how often a network may send each in an hour. */
const perHour = { enquiries: 60, applications: 30 };
type FormName = keyof typeof perHour;

type FormSettings = Pick<Settings, 'mail' | 'siteUrl' | 'sanity' | 'retention'>;

/** Dependencies of the functions of a form. */
export type FormWork = ReturnType<typeof openForm>;

export const openForm = (db: Database, settings: FormSettings, name: FormName) => ({
  db,
  settings,
  limit: limitRate({
    db,
    name,
    secret: settings.sanity.webhookSecret ?? '',
    windows: [
      { milliseconds: minute, max: 10 },
      { milliseconds: hour, max: perHour[name] },
    ],
  }),
  /** Milliseconds since 1970. */
  now: Date.now,
});

const opened: Partial<Record<FormName, FormWork>> = {};

/** Returns a form's dependencies, which are created on first use. */
export async function getForm(name: FormName): Promise<FormWork> {
  opened[name] ??= openForm(await getDatabase(), siteSettings(), name);
  return opened[name];
}
