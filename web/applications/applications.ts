import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { type FormSettings, openForm } from '#web/http/form-dependencies.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Dependencies of the application functions. */
export type Applications = ReturnType<typeof openApplications>;

export const openApplications = (db: Database, settings: FormSettings) =>
  openForm(db, settings, { name: 'applications', perHour: 30 });

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
