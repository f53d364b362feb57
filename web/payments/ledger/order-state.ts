import { type RawBuilder, sql } from 'kysely';
import { disputeStatuses, isDecided, type OrderState } from '#web/contracts/states.ts';

/** SQL: paise of an order's captured payments. Authorised payments that were returned do not count. */
const sumOfCaptured = (column: 'amount' | 'amount_refunded') => sql<number>`coalesce((
  select sum(p.${sql.ref(column)}) from payments p where p.order_id = orders.id and p.captured_at is not null
), 0)`;

const undecided = sql.join(
  disputeStatuses.filter((status) => !isDecided(status)).map((status) => sql.lit(status)),
);

/** Statuses of an undecided dispute, as a list for SQL. */
export const undecidedDisputes = sql`(${undecided})`;

const paid = sumOfCaptured('amount');
const refunded = sumOfCaptured('amount_refunded');
const deducted = sql<number>`coalesce((
  select sum(d.deducted) from disputes d where d.order_id = orders.id
), 0)`;

/** The state for staff: refunds and disputes take precedence over the payment. */
export const orderState: RawBuilder<OrderState> = sql<OrderState>`case
  when exists (select 1 from disputes d where d.order_id = orders.id
    and (d.deducted > 0 or d.status in ${undecidedDisputes})) then 'disputed'
  when ${refunded} = 0 then orders.status
  when ${refunded} >= ${paid} then 'refunded'
  else 'partly-refunded' end`;

/** Computed columns for queries of `orders`: sums in paise, and the order's state. */
export const orderSums = [
  paid.as('paid_amount'),
  refunded.as('refunded_amount'),
  deducted.as('disputed_amount'),
  orderState.as('state'),
] as const;
