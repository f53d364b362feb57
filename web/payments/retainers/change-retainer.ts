import { addDays, dayInIndia, formatMonth, monthInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { moment } from '#web/database/moment.ts';
import type { Database, Retainer } from '#web/database/tables.ts';
import { lockRow } from '#web/payments/ledger/entries.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { refuse } from '#web/staff/staff-route.ts';
import { readSchedule } from './schedule.ts';

/** Days of bills that staff see in advance, and can skip. */
export const daysAhead = 45;

/** A retainer as staff set it. `amount` is in paise. */
export type NewRetainer = Omit<
  Retainer,
  'id' | 'paused_on' | 'ended_at' | 'created_at' | 'created_by' | 'erased_at'
> & { amount: number };

type Work = Pick<Payments, 'db' | 'now'>;

/** Stores a retainer. The same `id` never stores a second one, and is `other-request` with other details. */
export async function setRetainer(
  { db, now }: Work,
  id: string,
  { amount, ...retainer }: NewRetainer,
  staff: Staff,
): Promise<'set' | 'other-request'> {
  return db.transaction().execute(async (trx) => {
    const { first_month: from_month, note } = retainer;
    const stored = await trx
      .insertInto('retainers')
      .values({ ...retainer, id, created_at: moment(now()), created_by: staff.name })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (stored.numInsertedOrUpdatedRows !== 1n) {
      const same = trx
        .selectFrom('retainers')
        .innerJoin('retainer_amounts', 'retainer_id', 'id')
        .select('id')
        .where((is) => is.and({ ...retainer, id, from_month, amount }));
      return (await same.executeTakeFirst()) ? 'set' : 'other-request';
    }
    await trx.insertInto('retainer_amounts').values({ retainer_id: id, from_month, amount }).execute();
    const detail = `${note}, ${formatRupees(amount)} from ${formatMonth(from_month)}`;
    await audit(trx, { actor: staff, act: 'retainer.set', subject: id, detail }, now());
    return 'set';
  });
}

/** Changes a retainer that has not ended. `apply` returns the audit entry. Ends the request if the change is refused. */
function change(
  { db, now }: Work,
  id: string,
  staff: Staff,
  apply: (trx: Database, retainer: Retainer) => Promise<{ act: string; detail?: string }>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // Locked against the job that makes its bills.
    const retainer = await lockRow(trx, 'retainers', id);
    if (!retainer) refuse(404, 'There is no such retainer.');
    if (retainer.ended_at) refuse(409, 'This retainer has ended.');
    await audit(trx, { actor: staff, subject: id, ...(await apply(trx, retainer)) }, now());
  });
}

/** Pauses a retainer: no bill is made from today on. */
export const pauseRetainer = (work: Work, id: string, staff: Staff): Promise<void> =>
  change(work, id, staff, async (trx, { paused_on }) => {
    if (paused_on) refuse(409, 'This retainer is paused already.');
    const today = dayInIndia(work.now());
    await trx.updateTable('retainers').set({ paused_on: today }).where('id', '=', id).execute();
    return { act: 'retainer.paused' };
  });

/** Resumes a retainer from today. Bills whose day was during the pause are never made. */
export const resumeRetainer = (work: Work, id: string, staff: Staff): Promise<void> =>
  change(work, id, staff, async (trx, { paused_on }) => {
    if (!paused_on) refuse(409, 'This retainer is not paused.');
    const today = dayInIndia(work.now());
    for (const { month, day, state } of await readSchedule(trx, { until: addDays(today, -1), today, id }))
      if (state === 'paused' && day >= paused_on) await skip(trx, work, id, month, staff);
    await trx.updateTable('retainers').set({ paused_on: null }).where('id', '=', id).execute();
    return { act: 'retainer.resumed' };
  });

/** Ends a retainer for good. Its bills stay as they are. */
export const endRetainer = (work: Work, id: string, staff: Staff): Promise<void> =>
  change(work, id, staff, async (trx) => {
    await trx
      .updateTable('retainers')
      .set({ ended_at: moment(work.now()) })
      .where('id', '=', id)
      .execute();
    return { act: 'retainer.ended' };
  });

const skip = (trx: Database, { now }: Work, id: string, month: string, staff: Staff) =>
  trx
    .insertInto('retainer_months')
    .values({ retainer_id: id, month, bill_id: null, decided_at: moment(now()), decided_by: staff.name })
    .execute();

/** Skips the bill of one month for good. */
export const skipMonth = (
  work: Work,
  { id, month }: { id: string; month: string },
  staff: Staff,
): Promise<void> =>
  change(work, id, staff, async (trx) => {
    const today = dayInIndia(work.now());
    const schedule = await readSchedule(trx, { until: addDays(today, daysAhead), today, id });
    const planned = schedule.find((one) => one.month === month);
    if (!planned || planned.state === 'skipped')
      refuse(409, 'This retainer has no such bill in the next weeks.');
    if (planned.state === 'made')
      refuse(409, 'The bill of this month is made already. Cancel the bill instead.');
    await skip(trx, work, id, month, staff);
    return { act: 'retainer.skipped', detail: formatMonth(month) };
  });

/** Changes the amount (paise) of all bills from a month on, which replaces later changes. Made bills stay as they are. */
export const changeAmount = (
  work: Work,
  { id, fromMonth, amount }: { id: string; fromMonth: string; amount: number },
  staff: Staff,
): Promise<void> =>
  change(work, id, staff, async (trx, { first_month, last_month }) => {
    if (
      fromMonth < first_month ||
      fromMonth < monthInIndia(work.now()) ||
      fromMonth > (last_month ?? fromMonth)
    )
      refuse(409, 'Choose a month of this retainer that is not over.');
    const made = await trx
      .selectFrom('retainer_months')
      .select('month')
      .where('retainer_id', '=', id)
      .where('month', '>=', fromMonth)
      .where('bill_id', 'is not', null)
      .executeTakeFirst();
    if (made) refuse(409, `The bill of ${formatMonth(made.month)} is made already. Choose a later month.`);
    await trx
      .deleteFrom('retainer_amounts')
      .where('retainer_id', '=', id)
      .where('from_month', '>=', fromMonth)
      .execute();
    await trx
      .insertInto('retainer_amounts')
      .values({ retainer_id: id, from_month: fromMonth, amount })
      .execute();
    const detail = `${formatRupees(amount)} from ${formatMonth(fromMonth)}`;
    return { act: 'retainer.amount-changed', detail };
  });

/**
 * Erases the customers of retainers that were over before a time, or only of those with `ids`. A retainer that has not
 * ended keeps its customer until all its bills are made or skipped: staff may enter the number of its last bill late.
 */
export async function eraseRetainers(
  db: Database,
  { overBefore, now, ids }: { overBefore: number; now: number; ids?: string[] },
): Promise<void> {
  const today = dayInIndia(now);
  const undecided = (await readSchedule(db, { until: today, today }))
    .filter(({ state }) => state !== 'made' && state !== 'skipped')
    // Bills whose day was during a pause are never made.
    .filter(({ day, retainer: { paused_on } }) => paused_on === null || day < paused_on)
    .map(({ retainer }) => retainer.id);
  await db
    .updateTable('retainers')
    .set({
      customer_name: null,
      customer_phone: null,
      customer_email: null,
      note: '',
      erased_at: moment(now),
    })
    .where('erased_at', 'is', null)
    .where((is) =>
      is.or([is('ended_at', '<', moment(overBefore)), is('last_month', '<', monthInIndia(overBefore))]),
    )
    .where('id', 'not in', ['', ...undecided])
    .$if(ids !== undefined, (all) => all.where('id', 'in', ids ?? []))
    .execute();
}
