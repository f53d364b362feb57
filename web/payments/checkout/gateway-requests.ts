import { sql } from 'kysely';
import { moment } from '#web/database/moment.ts';
import type { Payments } from '#web/payments/payments.ts';

type GatewayRequestContext = Pick<Payments, 'db' | 'gatewayBudget' | 'now'>;

/** Milliseconds between requests to the gateway about one order, if customers keep reading its status. */
const pauses = { first: 4_000, after10: 30_000, after20: 300_000 };
/** Milliseconds for which the gateway's response counts as current. */
const freshFor = 30_000;

const all = [{ name: 'all', factor: 1 }];

/** Claims a request to the gateway. Resolves to a function to call after the response; undefined if over the limit. */
export async function claimGatewayRequest(
  { db, gatewayBudget, now }: GatewayRequestContext,
  orderId: string,
) {
  const time = now();
  const pauseAfter = (pause: number) => moment(time + pause);
  const claimed = await db
    .insertInto('rate_limits')
    .values({ key: `asked ${orderId}`, uses: 1, expires_at: pauseAfter(pauses.first) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          uses: sql<number>`rate_limits.uses + 1`,
          expires_at: sql<string>`case when rate_limits.uses < 10 then ${pauseAfter(pauses.first)}
            when rate_limits.uses < 20 then ${pauseAfter(pauses.after10)} else ${pauseAfter(pauses.after20)} end`,
        })
        .where('rate_limits.expires_at', '<=', moment(time)),
    )
    .returning('expires_at')
    .executeTakeFirst();
  if (!claimed || (await gatewayBudget.take(all, time)) > 0) return undefined;
  return async () => {
    const fresh = moment(Math.min(Date.parse(claimed.expires_at), time + freshFor));
    await db
      .insertInto('rate_limits')
      .values({ key: `answered ${orderId}`, uses: 1, expires_at: fresh })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ expires_at: fresh }))
      .execute();
  };
}

/** Returns whether the gateway's last response about an order is still current. */
export async function hasRecentResponse(
  { db, now }: GatewayRequestContext,
  orderId: string,
): Promise<boolean> {
  const recent = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', `answered ${orderId}`)
    .where('expires_at', '>', moment(now()))
    .executeTakeFirst();
  return recent !== undefined;
}
