import { openToStaff } from '#web/staff/open-to-staff.ts';
import { getEnquiries } from './enquiries.ts';
import { enquiryRoutes as routes } from './routes.ts';

export type EnquiriesApi = typeof routes;

export const staffApi = openToStaff(
  '/api/enquiries',
  { what: 'enquiries', capability: 'answerEnquiries' },
  { open: getEnquiries, routes },
);
