import { openToStaff } from '#web/staff/open-to-staff.ts';
import * as bills from './bills/routes.ts';
import * as desk from './desk/routes.ts';
import * as mail from './messages/routes.ts';

export const staffApi = openToStaff(
  '/api/payments',
  { what: 'payments', capability: 'handlePayments' },
  (api) =>
    api
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
      .post('/:orderId/mail', mail.mailRoute),
);
