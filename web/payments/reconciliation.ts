import { GatewayError, type GatewayPayment } from './gateway.ts';
import type { Source } from './ledger/entries.ts';
import { findOrder, firstCheckAfter, mismatch, ordersToCheck, scheduleCheck } from './ledger/orders.ts';
import { recordPayment } from './ledger/record.ts';
import { recordRefund } from './ledger/refunds.ts';
import type { Order } from './ledger/tables.ts';
import { log } from './log.ts';
import type { Payments } from './payments.ts';

/** Milliseconds; the gateway asks banks about late authorisations for three days. */
const giveUpAfter = 5 * 24 * 3_600_000;
const longestPause = 6 * 3_600_000;

/**
 * Records every attempt on one order, with its refunds. An authorised payment is captured, unless another has paid the
 * order: the gateway gives that one back by itself. Rejects with a GatewayError.
 */
export async function askAboutOrder(payments: Payments, order: Order, source: Source): Promise<Order> {
  const attempts = await payments.gateway.paymentsOfOrder(order.id);
  let isPaid = attempts.some(({ isTaken }) => isTaken);
  let fault: unknown;
  for (const attempt of attempts) {
    const isWanted = attempt.status === 'authorized' && !isPaid && !mismatch(order, attempt);
    let payment = attempt;
    try {
      if (isWanted) payment = await payments.gateway.capture(attempt);
    } catch (error) {
      // Recorded as authorised all the same, so that the customer is not asked to pay again.
      fault = error;
    }
    isPaid ||= payment.isTaken;
    await recordWithRefunds(payments, payment, source);
  }
  if (fault && !isPaid) throw fault;
  return (await findOrder(payments.db, order.id)) ?? order;
}

/** Records a payment that the gateway was asked about, with its refunds if there are any. */
export async function recordWithRefunds(
  payments: Payments,
  payment: GatewayPayment,
  source: Source,
): Promise<void> {
  const { db, gateway } = payments;
  const recorded = await recordPayment(db, payment, source, payments.now());
  if (recorded.outcome === 'unexplained') {
    log('error', 'a payment fits no order', { paymentId: payment.id, reason: recorded.why });
    return;
  }
  if (payment.amountRefunded === 0 || !payment.isTaken) return;
  for (const refund of await gateway.refundsOfPayment(payment.id))
    await recordRefund(db, refund, source, payments.now());
}

/**
 * Asks the gateway about orders that are due: those that are open, for five days, and those of which a refund is on its
 * way. One order that fails does not stop the others; three gateway errors in a row end the round.
 */
export async function reconcile(payments: Payments) {
  const result = { asked: 0, paid: 0, failed: 0 };
  let faults = 0;
  for (const order of await ordersToCheck(payments.db, payments.now())) {
    if (faults >= 3) break;
    result.asked += 1;
    try {
      const after = await askAboutOrder(payments, order, 'reconciliation');
      if (after.status === 'paid' && order.status !== 'paid') result.paid += 1;
      faults = 0;
      await scheduleCheck(payments.db, order, nextCheck(payments, after), order.checks + 1);
    } catch (error) {
      result.failed += 1;
      const refused = GatewayError.is(error) && error.kind === 'refused';
      faults = refused ? 0 : faults + 1;
      // Without an answer this was no check: it neither lengthens the pause nor counts towards giving up.
      const next = refused ? nextCheck(payments, order) : payments.now() + firstCheckAfter;
      await scheduleCheck(payments.db, order, next, order.checks + (refused ? 1 : 0));
      log('warn', 'an order could not be reconciled', { orderId: order.id, reason: error });
    }
  }
  return result;
}

function nextCheck(payments: Payments, order: Order): number | undefined {
  const age = payments.now() - Date.parse(order.created_at);
  if (order.status === 'paid' || age > giveUpAfter) return undefined;
  return payments.now() + Math.min(firstCheckAfter * 2 ** order.checks, longestPause);
}
