import { sql } from 'kysely';
import { z } from 'zod';
import type { Shop } from './shop.ts';

const text = z.string();
const whole = z.number();
const truthSchema = z.object({
  captured: z.array(z.object({ id: text, order_id: text, amount: whole, fee: whole, tax: whole })),
  refunds: z.array(
    z.object({ id: text, payment_id: text, amount: whole, status: text, receipt: text.nullable() }),
  ),
  disputes: z.array(
    z.object({ id: text, payment_id: text, amount: whole, amount_deducted: whole, status: text }),
  ),
  settlements: z.array(
    z.object({
      id: text,
      amount: whole,
      status: text,
      utr: text,
      items: z.array(z.object({ credit: whole, debit: whole })),
    }),
  ),
});
export type SandboxState = z.infer<typeof truthSchema>;

export const readSandboxState = async (shop: Pick<Shop, 'sandbox'>): Promise<SandboxState> =>
  truthSchema.parse(await shop.sandbox('GET', '/sandbox/truth'));

const sum = <T>(items: T[], amountOf: (item: T) => number) =>
  items.reduce((total, item) => total + amountOf(item), 0);

/** Returns the differences between ledger and gateway, one line each: by id, and in sums to the paisa. */
export async function differences({ ledger }: Shop, truth: SandboxState): Promise<string[]> {
  const faults: string[] = [];
  const same = (what: string, here: unknown, there: unknown) => {
    if (JSON.stringify(here) !== JSON.stringify(there))
      faults.push(`${what}: ${JSON.stringify(here)} here, ${JSON.stringify(there)} there`);
  };
  const rows = {
    payments: await ledger.selectFrom('payments').selectAll().where('captured_at', 'is not', null).execute(),
    refunds: await ledger.selectFrom('refunds').selectAll().execute(),
    disputes: await ledger.selectFrom('disputes').selectAll().execute(),
    settlements: await ledger.selectFrom('settlements').selectAll().execute(),
  };
  const taken = new Set(truth.captured.map(({ id }) => id));
  // Uncaptured money that Razorpay returned is not one of our refunds.
  const refunds = truth.refunds.filter(({ payment_id }) => taken.has(payment_id));
  for (const [table, there] of [
    ['payments', truth.captured],
    ['refunds', refunds],
    ['disputes', truth.disputes],
    ['settlements', truth.settlements],
  ] as const) {
    const here = new Map(rows[table].map(({ id, amount }) => [id, amount]));
    for (const { id, amount } of there) same(`${table} ${id}`, here.get(id), amount);
    if (here.size !== there.length) same(`number of ${table}`, here.size, there.length);
  }
  for (const { id, status } of refunds)
    same(`refund ${id}`, rows.refunds.find((row) => row.id === id)?.status, status);
  for (const { id, status, amount_deducted } of truth.disputes) {
    const row = rows.disputes.find((one) => one.id === id);
    same(`dispute ${id}`, [row?.status, row?.deducted], [status, amount_deducted]);
  }
  const refundedOf = (paymentId: string) =>
    sum(
      refunds.filter((one) => one.payment_id === paymentId && one.status !== 'failed'),
      ({ amount }) => amount,
    );
  for (const { id, amount_refunded } of rows.payments)
    if (amount_refunded > 0 || refundedOf(id) > 0) same(`refunded of ${id}`, amount_refunded, refundedOf(id));

  const booked = await ledger
    .selectFrom('entries')
    .select(['kind', sql<number>`sum(amount)`.as('amount')])
    .groupBy('kind')
    .execute();
  const book = (kind: string) => Number(booked.find((row) => row.kind === kind)?.amount ?? 0);
  const given = refunds.filter(({ status }) => status !== 'failed');
  // A failed settlement paid nothing out.
  const paidOut = ({ status, amount }: SandboxState['settlements'][number]) =>
    status === 'failed' ? 0 : amount;
  const sums: [what: string, here: number, there: number][] = [
    ['captured', book('captured'), sum(truth.captured, ({ amount }) => amount)],
    ['fees', book('fee'), sum(truth.captured, ({ fee }) => fee)],
    ['tax', book('tax'), sum(truth.captured, ({ tax }) => tax)],
    ['refunded', book('refunded') - book('refund-failed'), sum(given, ({ amount }) => amount)],
    ['deducted', book('dispute-lost'), sum(truth.disputes, (one) => one.amount_deducted)],
    ['settled', book('settled'), sum(truth.settlements, paidOut)],
  ];
  for (const [what, here, there] of sums) same(what, here, there);
  const perSettlement = await ledger
    .selectFrom('entries')
    .select(['settlement_id', sql<number>`sum(amount)`.as('amount')])
    .where('kind', '=', 'settled')
    .groupBy('settlement_id')
    .execute();
  for (const settlement of truth.settlements) {
    const row = perSettlement.find(({ settlement_id }) => settlement_id === settlement.id);
    same(`lines of ${settlement.id}`, Number(row?.amount ?? 0), paidOut(settlement));
  }
  const doubled = await ledger
    .selectFrom('payments')
    .select('order_id')
    .where('captured_at', 'is not', null)
    .groupBy('order_id')
    .having(sql<number>`count(*)`, '>', 1)
    .execute();
  for (const { order_id } of doubled) faults.push(`${order_id} was captured twice`);
  return faults;
}
