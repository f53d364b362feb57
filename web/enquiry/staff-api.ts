import { errorResponse } from '#web/http/api-response.ts';
import { log } from '#web/log.ts';
import { openToStaff } from '#web/staff/open-to-staff.ts';
import { getEnquiries } from './enquiries.ts';
import { enquiryRoutes as routes } from './routes.ts';

export type EnquiriesApi = typeof routes;

export const staffApi = openToStaff(
  '/api/enquiries',
  { what: 'enquiries', capability: 'answerEnquiries' },
  {
    open: getEnquiries,
    routes,
    failed(error, action) {
      log('error', `${action} failed`, { reason: error });
      return errorResponse(503, 'Enquiries are not available just now. Please try again in a few minutes.');
    },
  },
);
