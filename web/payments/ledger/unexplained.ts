import type { GatewayPayment } from '#web/payments/gateway.ts';
import { enter, type Fact, type Source } from './entries.ts';
import type { LedgerDatabase } from './tables.ts';

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

/** Closes what was unexplained about money that turned out to fit. */
export async function explanation(
  trx: LedgerDatabase,
  about: Pick<Fact, 'subject' | 'payment_id' | 'order_id' | 'currency'>,
  now: number,
): Promise<Fact[]> {
  const open = await trx
    .selectFrom('entries')
    .select('amount')
    .where('subject', '=', about.subject)
    .where('kind', '=', 'unexplained')
    .executeTakeFirst();
  return open ? [{ ...about, kind: 'explained', amount: open.amount, at: now }] : [];
}
