import { staffApi as handle } from '#web/personal-data/staff-api.ts';

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
