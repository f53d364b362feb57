import { Hono } from 'hono';
import { methodNotAllowed } from '#web/http/methods.ts';
import { errorResponse, failureResponse, toResponse } from '#web/payments/api-response.ts';
import * as bills from '#web/payments/bills/routes.ts';
import * as desk from '#web/payments/desk/routes.ts';
import * as mail from '#web/payments/mail/routes.ts';
import { getPayments } from '#web/payments/runtime.ts';
import { requireStaff } from './require-staff.ts';
import type { StaffEnv } from './staff-route.ts';

const base = '/api/payments';

/** For administrators and finance only, from the Studio. */
export const staffApi = new Hono<StaffEnv>()
  .basePath(base)
  .use(async (context, next) => {
    const payments = await getPayments();
    const session = await requireStaff(context.req.raw);
    if ('error' in session) return toResponse(session.error);
    context.set('payments', payments);
    context.set('staff', session.staff);
    return next();
  })
  .get('/', desk.listRoute)
  .get('/today', desk.todayRoute)
  .get('/export', desk.exportRoute)
  .get('/audit', desk.auditRoute)
  .get('/settlements', desk.settlementsRoute)
  .get('/settlements/:settlementId', desk.settlementRoute)
  .post('/unexplained/:subject', desk.explainRoute)
  .post('/refund-requests/:requestId/:decision{approve|reject}', desk.decideRoute)
  .get('/bills', bills.listRoute)
  .post('/bills', bills.makeRoute)
  .post('/bills/csv', bills.csvRoute)
  .post('/bills/:billId/cancel', bills.cancelRoute)
  .get('/messages', mail.messagesRoute)
  .post('/messages/:id/resend', mail.resendRoute)
  .get('/:orderId', desk.orderRoute)
  .post('/:orderId/ask', desk.askRoute)
  .post('/:orderId/settle', desk.settleRoute)
  .post('/:orderId/refund', desk.refundRoute)
  .post('/:orderId/mail', mail.mailRoute);

staffApi.notFound(() => toResponse(errorResponse(404, 'There is no such call.')));
staffApi.onError((error) => toResponse(failureResponse(error, 'reading payments')));
// Hono would answer 404 where only the method is wrong.
const routes = staffApi.routes.filter(({ method }) => method !== 'ALL');
for (const { path } of routes) {
  const allowed = routes.filter((one) => one.path === path).map(({ method }) => method);
  staffApi.all(path.slice(base.length) || '/', () => methodNotAllowed(allowed.join(', ')));
}
