import { getForm } from '#web/http/form-dependencies.ts';
import { openToStaff } from '#web/staff/open-to-staff.ts';
import { enquiryRoutes as routes } from './routes.ts';

export type EnquiriesApi = typeof routes;

export const staffApi = openToStaff(
  '/api/enquiries',
  { what: 'enquiries', capability: 'answerEnquiries' },
  { open: () => getForm('enquiries'), routes },
);
