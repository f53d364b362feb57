import { staffApi as handle } from '#web/visits/staff-api.ts';

export { handle as GET, handle as POST };
