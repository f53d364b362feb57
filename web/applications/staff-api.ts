import { openToStaff } from '#web/staff/open-to-staff.ts';
import { getApplications } from './applications.ts';
import { applicationRoutes as routes } from './routes.ts';

export type ApplicationsApi = typeof routes;

export const staffApi = openToStaff(
  '/api/applications',
  { what: 'applications', capability: 'handleApplications' },
  { open: getApplications, routes },
);
