import { getDatabase } from '#web/database/runtime.ts';
import { errorResponse } from '#web/http/api-response.ts';
import { log } from '#web/log.ts';
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
    failed(error, action) {
      log('error', `${action} failed`, { reason: error });
      return errorResponse(503, 'Visits are not available just now. Please try again in a few minutes.');
    },
  },
);
