import { handle } from 'hono/vercel';
import { staffApi } from '#web/payments/staff/staff-api.ts';

const answer = handle(staffApi);

export { answer as GET, answer as OPTIONS, answer as POST };
