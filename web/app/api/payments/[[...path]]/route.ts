import { staffApi as handle } from '#web/payments/staff-api.ts';

export { handle as GET, handle as POST };
