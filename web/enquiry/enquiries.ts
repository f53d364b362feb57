import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { type FormSettings, openForm } from '#web/http/form-dependencies.ts';
import { oncePerProcess } from '#web/once-per-process.ts';

/** Dependencies of the enquiry functions. */
export type Enquiries = ReturnType<typeof openEnquiries>;

export const openEnquiries = (db: Database, settings: FormSettings) =>
  openForm(db, settings, { name: 'enquiries', perHour: 60 });

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
