import type { GatewayPayment } from '#web/payments/gateway.ts';
import { enter, type Fact, type Source } from './entries.ts';
import type { LedgerDatabase, Payment } from './tables.ts';

/** Enters money that fits no order of ours. */
export async function enterUnexplained(
  trx: LedgerDatabase,
  seen: GatewayPayment,
  detail: string,
  source: Source,
  now: number,
): Promise<void> {
  // An attempt that failed moved no money.
  if (!seen.isTaken && (detail === 'unknown order' || seen.status !== 'authorized')) return;
  const { id: subject, amount, currency, createdAt } = seen;
  const fact = { kind: 'unexplained', subject, payment_id: subject, amount, currency, detail } as const;
  await enter(trx, [{ ...fact, at: createdAt * 1000 }], source, now);
}

/** Closes what was unexplained about a payment that turned out to fit. */
export async function explanation(trx: LedgerDatabase, payment: Payment, now: number): Promise<Fact[]> {
  const open = await trx
    .selectFrom('entries')
    .select('amount')
    .where('subject', '=', payment.id)
    .where('kind', '=', 'unexplained')
    .executeTakeFirst();
  const { id: subject, order_id, currency } = payment;
  return open
    ? [{ kind: 'explained', subject, payment_id: subject, order_id, amount: open.amount, currency, at: now }]
    : [];
}
