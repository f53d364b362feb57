import { staffApi as answer } from '#web/visits/staff-api.ts';

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
