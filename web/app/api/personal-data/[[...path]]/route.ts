import { staffApi as handle } from '#web/personal-data/staff-api.ts';

export { handle as GET, handle as POST };
