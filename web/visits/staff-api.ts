import { getDatabase } from '#web/database/runtime.ts';
import { openToStaff } from '#web/staff/open-to-staff.ts';
import { visitRoutes as routes } from './routes.ts';
import { flushVisits } from './visits.ts';

export type VisitsApi = typeof routes;

export const staffApi = openToStaff(
  '/api/visits',
  { what: 'visits', capability: 'seeVisits' },
  {
    async open() {
      await flushVisits();
      return { db: await getDatabase(), now: Date.now };
    },
    routes,
  },
);
