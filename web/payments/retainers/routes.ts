import { Hono } from 'hono';
import { z } from 'zod';
import { addDays, dayInIndia, monthInIndia } from '#web/contracts/india.ts';
import { textField } from '#web/contracts/text-field.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { amountText } from '#web/payments/bill.ts';
import { readBill, requestKeySchema } from '#web/payments/bodies.ts';
import { heldNumber } from '#web/payments/ledger/surplus-payments.ts';
import { refuseWith } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { checkedBody, refuse, type StaffEnv } from '#web/staff/staff-route.ts';
import {
  changeAmount,
  daysAhead,
  endRetainer,
  type NewRetainer,
  pauseRetainer,
  resumeRetainer,
  setRetainer,
  skipMonth,
} from './change-retainer.ts';
import { makeBill } from './make-bills.ts';
import { readSchedule } from './schedule.ts';

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Choose a month');
const wholeNumber = (least: number, most: number, message: string) =>
  z
    .string()
    // `Number('')` is 0.
    .regex(/^\s*\d+\s*$/, message)
    .pipe(z.coerce.number<string>().min(least, message).max(most, message));

const typed = z.string().default('');
/** Body of `POST /`, as typed. The same `key` never sets a second retainer. */
const setBodySchema = z.object({
  key: requestKeySchema,
  ...{ name: typed, phone: typed, email: typed, amount: typed, note: typed, billDay: typed },
  ...{ firstMonth: typed, lastMonth: typed, dueDays: typed, numbers: typed },
});

const rulesSchema = z.object({
  note: textField('singleLine', 150, { least: 2, missing: 'Say what the bills are for' }),
  billDay: wholeNumber(1, 31, 'Enter a day from 1 to 31'),
  firstMonth: month,
  lastMonth: month.or(z.literal('')),
  dueDays: wholeNumber(0, 180, 'Enter 0 to 180 days'),
  numbers: textField('reference', 40).check(
    z.regex(
      /^$|^[^{}]*(\{year\}[^{}]*)?\{number\}[^{}]*$/,
      'Write {number} once, after {year} if you use it, for example RET-{year}-{number}',
    ),
  ),
});

/** Validates a retainer. Its customer and amount follow the rules of a bill. */
function readRetainer(
  body: z.output<typeof setBodySchema>,
  now: number,
): { retainer: NewRetainer } | { faults: Record<string, string> } {
  const bill = readBill({ ...body, billNumber: '1', dueOn: '' });
  const { data, error } = rulesSchema.safeParse(body);
  const faults = {
    ...('faults' in bill ? bill.faults : {}),
    ...(error && fieldErrors(error)),
    ...(body.email.trim() === '' && { email: 'Enter the address that each bill is mailed to' }),
    ...(data && data.firstMonth < monthInIndia(now) && { firstMonth: 'Choose a month that is not over' }),
    ...(data?.lastMonth && data.lastMonth < data.firstMonth && { lastMonth: 'Choose a later month' }),
  };
  if (!data || 'faults' in bill || Object.keys(faults).length > 0) return { faults };
  const { customer_name, customer_phone, customer_email, amount } = bill.bill;
  const { note, numbers, billDay, dueDays, firstMonth, lastMonth } = data;
  return {
    retainer: {
      ...{ customer_name, customer_phone, customer_email, amount, note, numbers },
      ...{ bill_day: billDay, due_days: dueDays, first_month: firstMonth, last_month: lastMonth || null },
    },
  };
}

const amountBodySchema = z.object({ fromMonth: month, amount: amountText });
const skipBodySchema = z.object({ month });
const numberBodySchema = z.object({
  month,
  billNumber: textField('reference', 50, { least: 1, missing: 'Enter the bill number' }),
});

const changes = { pause: pauseRetainer, resume: resumeRetainer, end: endRetainer };

/** Routes for bills that repeat, under `/api/payments/retainers`. */
export const retainerRoutes = new Hono<StaffEnv<Payments>>()
  .get('/', async (c) => {
    const { db, now } = c.var.work;
    const today = dayInIndia(now());
    const schedule = await readSchedule(db, { until: addDays(today, daysAhead), today });
    const retainers = await db.selectFrom('retainers').selectAll().orderBy('created_at', 'desc').execute();
    return c.json({
      upcoming: schedule
        .filter(({ state }) => state !== 'made' && state !== 'skipped')
        .map(({ retainer, ...planned }) => ({ ...planned, ...retainer, id: retainer.id })),
      retainers,
    });
  })
  // Responds in the same way if exactly this retainer was set before.
  .post('/', checkedBody(setBodySchema), async (c) => {
    const body = c.req.valid('json');
    const read = readRetainer(body, c.var.work.now());
    if ('faults' in read)
      refuse(400, 'Some details of the retainer are not valid.', { fieldErrors: read.faults });
    const outcome = await setRetainer(c.var.work, body.key, read.retainer, c.var.staff);
    if (outcome === 'other-request') refuseWith(outcome);
    return c.json({ id: body.key }, 201);
  })
  .get('/:retainerId', async (c) => {
    const { db } = c.var.work;
    const id = c.req.param('retainerId');
    const retainer = await db.selectFrom('retainers').selectAll().where('id', '=', id).executeTakeFirst();
    if (!retainer) refuse(404, 'There is no such retainer.');
    const all = db.selectFrom('retainer_amounts').select(['from_month', 'amount']);
    const amounts = await all.where('retainer_id', '=', id).orderBy('from_month').execute();
    const months = await db
      .selectFrom('retainer_months')
      .leftJoin('bills', 'bills.id', 'bill_id')
      .select(['month', 'bill_id', 'bills.bill_number', 'bills.amount'])
      .where('retainer_id', '=', id)
      .orderBy('month', 'desc')
      .execute();
    return c.json({ retainer, amounts, months });
  })
  .post('/:retainerId/:act{pause|resume|end}', async (c) => {
    const act = z.enum(['pause', 'resume', 'end']).parse(c.req.param('act'));
    await changes[act](c.var.work, c.req.param('retainerId'), c.var.staff);
    return c.json({});
  })
  .post('/:retainerId/amount', checkedBody(amountBodySchema), async (c) => {
    const about = { id: c.req.param('retainerId'), ...c.req.valid('json') };
    await changeAmount(c.var.work, about, c.var.staff);
    return c.json({});
  })
  .post('/:retainerId/skip', checkedBody(skipBodySchema), async (c) => {
    const about = { id: c.req.param('retainerId'), ...c.req.valid('json') };
    await skipMonth(c.var.work, about, c.var.staff);
    return c.json({});
  })
  // Makes the bill of a retainer whose numbers staff enter.
  .post('/:retainerId/bill', checkedBody(numberBodySchema), async (c) => {
    const { month, billNumber } = c.req.valid('json');
    const by = { billNumber, staff: c.var.staff };
    const outcome = await makeBill(c.var.work, c.req.param('retainerId'), month, by);
    if (outcome === 'taken' || outcome === 'holds-money') {
      const problem = outcome === 'taken' ? 'Another bill has this number' : heldNumber;
      refuse(400, 'The bill was not made.', { fieldErrors: { billNumber: problem } });
    }
    if (outcome === 'not-due') refuse(409, 'This bill is not due, or it is made already.');
    return c.json({ outcome });
  });
