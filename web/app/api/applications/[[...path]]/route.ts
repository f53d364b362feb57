import { staffApi as handle } from '#web/applications/staff-api.ts';

export { handle as GET, handle as POST };
