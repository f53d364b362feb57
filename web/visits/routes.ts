import { Hono } from 'hono';
import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, dayInIndia, startOfDay } from '#web/contracts/india.ts';
import { type VisitGroup, visitGroups } from '#web/contracts/visit.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { checkedQuery, type StaffEnv } from '#web/staff/staff-route.ts';
import { retentionDays } from './counts.ts';

export type Visits = { db: Database; now(): number };

/** Maximum number of groups in a response: those with the most views. */
const maxGroups = 500;

const querySchema = z.object({
  days: z.coerce.number('Choose a number of days').int().min(1).max(retentionDays),
  by: z.enum(visitGroups, 'Choose what to group by'),
  /** Only visits of this page, for example `/about`. */
  path: z.string().optional(),
});

/** `GET /api/visits`: visit counts of the last `days` days, including today (Indian time). */
export const visitRoutes = new Hono<StaffEnv<Visits>>().get('/', checkedQuery(querySchema), async (c) => {
  const { db, now } = c.var.work;
  const { days, by, path } = c.req.valid('query');
  const from = addDays(dayInIndia(now()), 1 - days);
  const [counted, paid] = await Promise.all([readVisits(db, from, by, path), readPaid(db, from)]);
  return c.json({ from, counted, paid });
});

/** Sums visits by group and kind. Returns the groups with the most views. */
async function readVisits(db: Database, from: string, by: VisitGroup, path?: string) {
  const times = sql<number>`sum(times)`;
  const inPeriod = db.selectFrom('visits').where('day', '>=', from);
  const visits = path === undefined ? inPeriod : inPeriod.where('path', '=', path);
  const topGroups = visits
    .select(by)
    .groupBy(by)
    .orderBy(sql`sum(case when kind = 'view' then times else 0 end)`, 'desc')
    .orderBy(by)
    .limit(maxGroups);
  return visits
    .select([sql.ref<string>(by).as('name'), 'kind', times.as('times')])
    .where(by, 'in', topGroups)
    .groupBy([by, 'kind'])
    .execute();
}

/** Sums the orders paid since `from`, by source of the customer's visit. Amounts are in paise. */
async function readPaid(db: Database, from: string) {
  return db
    .selectFrom('orders')
    .select([sql<string>`coalesce(came_from, '')`.as('source')])
    .select([sql<number>`count(*)`.as('payments'), sql<number>`sum(amount)`.as('amount')])
    .where('status', '=', 'paid')
    .where('paid_at', '>=', moment(startOfDay(from)))
    .groupBy('came_from')
    .orderBy('amount', 'desc')
    .limit(maxGroups)
    .execute();
}
