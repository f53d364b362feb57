import { handle } from 'hono/vercel';
import { staffApi } from '#web/payments/staff/staff-api.ts';

const answer = handle(staffApi);

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
