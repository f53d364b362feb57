import { getDatabase } from '#web/database/runtime.ts';
import { siteSettings } from '#web/env.ts';
import { openToStaff } from '#web/staff/open-to-staff.ts';
import { personalDataRoutes as routes } from './routes.ts';

export type PersonalDataApi = typeof routes;

export const staffApi = openToStaff(
  '/api/personal-data',
  { what: 'people', capability: 'handlePersonalData' },
  { open: async () => ({ db: await getDatabase(), settings: siteSettings(), now: Date.now }), routes },
);
