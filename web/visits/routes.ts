import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import { type VisitGroup, visitGroups } from '#web/contracts/visit.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { checkedQuery, type StaffEnv } from '#web/staff/staff-route.ts';
import { keptDays } from './counts.ts';

export type Visits = { db: Database; now(): number };

/** Rows of an answer, those with the most views. */
const mostRows = 500;

const querySchema = z.object({
  days: z.coerce.number('Choose a number of days').int().min(1).max(keptDays),
  by: z.enum(visitGroups, 'Choose what to group by'),
});

/** Under `/api/visits`: the sums of the last days, today in India included. */
export const visitRoutes = new Hono<StaffEnv<Visits>>().get('/', checkedQuery(querySchema), async (c) => {
  const { db, now } = c.var.work;
  const { days, by } = c.req.valid('query');
  const from = addDays(dayInIndia(now()), 1 - days);
  const [counted, paid] = await Promise.all([readVisits(db, from, by), readPaid(db, from)]);
  return c.json({ from, counted, paid });
});

/** How often something happened, by the name of its group: those that were looked at most. */
async function readVisits(db: Database, from: string, by: VisitGroup) {
  const times = sql<number>`sum(times)`;
  const most = db
    .selectFrom('visits')
    .select(by)
    .where('day', '>=', from)
    .groupBy(by)
    .orderBy(sql`sum(case when kind = 'view' then times else 0 end)`, 'desc')
    .orderBy(by)
    .limit(mostRows);
  return db
    .selectFrom('visits')
    .select([sql.ref<string>(by).as('name'), 'kind', times.as('times')])
    .where('day', '>=', from)
    .where(by, 'in', most)
    .groupBy([by, 'kind'])
    .execute();
}

/** Payments of orders that were paid since, by what had brought the customer; amounts in paise. */
async function readPaid(db: Database, from: string) {
  return db
    .selectFrom('orders')
    .select([sql<string>`coalesce(came_from, '')`.as('source')])
    .select([sql<number>`count(*)`.as('payments'), sql<number>`sum(amount)`.as('amount')])
    .where('status', '=', 'paid')
    .where('paid_at', '>=', moment(startOfDay(from)))
    .groupBy('came_from')
    .orderBy('amount', 'desc')
    .limit(mostRows)
    .execute();
}
