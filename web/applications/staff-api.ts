import { getForm } from '#web/http/form-dependencies.ts';
import { openToStaff } from '#web/staff/open-to-staff.ts';
import { applicationRoutes as routes } from './routes.ts';

export type ApplicationsApi = typeof routes;

export const staffApi = openToStaff(
  '/api/applications',
  { what: 'applications', capability: 'handleApplications' },
  { open: () => getForm('applications'), routes },
);
