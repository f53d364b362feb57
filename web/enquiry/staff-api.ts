import { openToStaff } from '#web/staff/open-to-staff.ts';
import { changeRoute, eraseRoute, exportRoute, listRoute } from './routes.ts';

export const staffApi = openToStaff(
  '/api/enquiries',
  { what: 'enquiries', capability: 'answerEnquiries' },
  (api) =>
    api
      .get('/', listRoute)
      .get('/export', exportRoute)
      .post('/:enquiryId', changeRoute)
      .post('/:enquiryId/erase', eraseRoute),
);
