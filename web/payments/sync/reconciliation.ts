import { billKey } from '#web/contracts/bill-key.ts';
import { day, hour } from '#web/contracts/durations.ts';
import type { Order } from '#web/database/tables.ts';
import { log } from '#web/log.ts';
import { GatewayError, type GatewayPayment } from '#web/payments/gateway.ts';
import type { Source } from '#web/payments/ledger/entries.ts';
import {
  findOrder,
  firstCheckAfter,
  mismatch,
  ordersToCheck,
  scheduleCheck,
} from '#web/payments/ledger/orders.ts';
import { longestAttempt, recordPayment } from '#web/payments/ledger/record.ts';
import { recordRefund } from '#web/payments/ledger/refunds.ts';
import { deleteReports, openReports, ordersPendingConfirmation } from '#web/payments/ledger/reports.ts';
import type { Payments } from '#web/payments/payments.ts';

/** In milliseconds. The gateway checks late authorisations with banks for three days. */
const giveUpAfter = 5 * day;
const longestPause = 6 * hour;

/**
 * Fetches and records an order's attempts and refunds. Captures an authorised payment, unless another payment
 * succeeded; the gateway then refunds the authorised payment. Rejects with a GatewayError.
 */
export async function syncOrder(payments: Payments, order: Order, source: Source): Promise<Order> {
  const attempts = await payments.gateway.paymentsOfOrder(order.id);
  let isPaid = attempts.some(({ wasCaptured }) => wasCaptured);
  let fault: unknown;
  const take = async (attempt: GatewayPayment) => {
    const mayCapture = attempt.status === 'authorized' && !isPaid && !mismatch(order, attempt);
    let payment = attempt;
    try {
      if (mayCapture) payment = await payments.gateway.capture(attempt);
    } catch (error) {
      // The payment is still recorded as authorised, so that the customer is not asked to pay again.
      fault = error;
    }
    isPaid ||= payment.wasCaptured;
    await recordWithRefunds(payments, payment, source);
  };
  for (const attempt of attempts) await take(attempt);
  for (const { payment_id: id, reported_at } of await openReports(payments.db, order.id)) {
    const listed = attempts.find((attempt) => attempt.id === id);
    // Lists can lag behind.
    const payment = listed ?? (await payments.gateway.fetchPayment(id));
    const differs = mismatch(order, payment);
    if (!listed && !differs) await take(payment);
    // With a surcharge, the amounts differ until the gateway reports the fee.
    const mayChange = differs ? differs === 'amount' : payment.status === 'created';
    const isOld = payments.now() - Date.parse(reported_at) > longestAttempt;
    if (mayChange ? isOld : differs) await deleteReports(payments.db, 'payment_id', id);
  }
  if (fault && !isPaid) throw fault;
  return (await findOrder(payments.db, order.id)) ?? order;
}

/** Returns a bill's orders pending confirmation, and makes their checks due now. */
export async function recheckPendingOrders(payments: Payments, billNumber: string): Promise<Order[]> {
  const orders = await ordersPendingConfirmation(payments.db, billKey(billNumber));
  await scheduleImmediateCheck(payments, orders);
  return orders;
}

/** Makes the next check of orders due now, because a customer is waiting. */
export async function scheduleImmediateCheck({ db, now }: Payments, orders: Order[]): Promise<void> {
  for (const order of orders)
    if (order.next_check_at === null || Date.parse(order.next_check_at) > now())
      // Reading still works if the ledger is read-only.
      await scheduleCheck(db, order, now(), order.checks).catch((error: unknown) =>
        log('error', 'scheduling a check failed', { orderId: order.id, reason: error }),
      );
}

/** Records a payment with its refunds. */
export async function recordWithRefunds(
  payments: Payments,
  payment: GatewayPayment,
  source: Source,
): Promise<void> {
  const { db, gateway } = payments;
  const recorded = await recordPayment(db, payment, source, payments.now());
  if (recorded.outcome === 'unexplained') {
    log('error', 'a payment matches no order', { paymentId: payment.id, reason: recorded.why });
    return;
  }
  if (payment.amountRefunded === 0 || !payment.wasCaptured) return;
  for (const refund of await gateway.refundsOfPayment(payment.id))
    await recordRefund(db, refund, source, payments.now());
}

/**
 * Checks due orders at the gateway: open orders for five days, or as long as a payment is pending confirmation, and
 * orders with a pending refund. Three gateway errors in a row end the round.
 */
export async function reconcile(payments: Payments) {
  const result = { checked: 0, paid: 0, failed: 0 };
  let faults = 0;
  for (const order of await ordersToCheck(payments.db, payments.now())) {
    if (faults >= 3) break;
    result.checked += 1;
    try {
      const after = await syncOrder(payments, order, 'reconciliation');
      if (after.status === 'paid' && order.status !== 'paid') result.paid += 1;
      faults = 0;
      await scheduleCheck(payments.db, order, await nextCheck(payments, after, false), order.checks + 1);
    } catch (error) {
      result.failed += 1;
      const refused = GatewayError.is(error) && error.kind === 'refused';
      faults = refused ? 0 : faults + 1;
      // A missing response does not count as a check: it neither lengthens the pause nor leads to giving up.
      const next = refused ? await nextCheck(payments, order, true) : payments.now() + firstCheckAfter;
      await scheduleCheck(payments.db, order, next, order.checks + (refused ? 1 : 0));
      log('warn', 'an order could not be reconciled', { orderId: order.id, reason: error });
    }
  }
  return result;
}

async function nextCheck({ db, now }: Payments, order: Order, wasRefused: boolean) {
  const isOld = now() - Date.parse(order.created_at) > giveUpAfter;
  // If the reported payment existed, the gateway would know it by now.
  if (wasRefused && isOld) await deleteReports(db, 'order_id', order.id);
  const isWaitedFor = async () =>
    (await ordersPendingConfirmation(db, order.bill_key)).some(({ id }) => id === order.id);
  if (order.status === 'paid' || (isOld && !(await isWaitedFor()))) return undefined;
  return now() + Math.min(firstCheckAfter * 2 ** order.checks, longestPause);
}
