import { staffApi as handle } from '#web/enquiry/staff-api.ts';

export { handle as GET, handle as POST };
