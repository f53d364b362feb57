import { type RawBuilder, sql } from 'kysely';
import { billActions } from '#web/contracts/bill-actions.ts';
import { day } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import { eraseReceived } from '#web/database/received.ts';
import type { Database } from '#web/database/tables.ts';
import { eraseOrders, type Retention } from '#web/jobs/erasure.ts';
import { eraseMessages, unsentStates } from '#web/mail/outbox.ts';
import { paysBill } from '#web/payments/ledger/bill-state.ts';
import { billsWithState, eraseBills } from '#web/payments/ledger/bills.ts';
import { unsubscribedAt } from '#web/payments/messages/reminders.ts';
import { eraseRetainers } from '#web/payments/retainers/change-retainer.ts';
import { contactKey } from './contacts.ts';

type Row = Record<string, string | number | boolean | null>;

/** Condition that a column has one of these values. PostgreSQL refuses empty lists, so a space stands for nothing. */
const among = (column: string, values: Row[string][]): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(column)} in (${sql.join([' ', ...values])})`;
const matchAny = (conditions: RawBuilder<boolean>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/** Kinds of messages that customers receive. Other messages go to staff. */
const customerKinds = ['receipt', 'refund', 'reminder', 'bill'];

/** When money of a bill last arrived or was recorded. */
const lastMoney = sql<string | null>`(select max(at) from (
  select p.captured_at as at from orders o join payments p on p.order_id = o.id where ${paysBill('o', 'bills')}
  union all select e.at from entries e where e.bill_id = bills.id) money)`;

/** Reads what each table has about one person, by their `contacts` (`contactKey`). */
export async function readPerson(db: Database, contacts: string[], now: number) {
  const read = async (table: string, ...conditions: RawBuilder<boolean>[]): Promise<Row[]> =>
    (await sql<Row>`select * from ${sql.table(table)} where ${matchAny(conditions)}`.execute(db)).rows;
  const ids = (rows: Row[]) => rows.flatMap(({ id }) => id ?? []);
  // Visitors type numbers in any form, so SQL cannot compare them.
  const isSender = (typed: string) => contacts.includes(contactKey(typed));
  const readFrom = async (table: 'enquiries' | 'applications') => {
    const senders = await db.selectFrom(table).select(['id', 'email', 'phone']).execute();
    const written = senders.filter(({ email, phone }) => isSender(email) || isSender(phone));
    return read(table, among('id', ids(written)));
  };
  const enquiries = await readFrom('enquiries');
  const applications = await readFrom('applications');
  const isCustomer = [among('customer_phone', contacts), among('lower(customer_email)', contacts)];
  const orders = await read('orders', ...isCustomer);
  const found = billsWithState(db, now).select(lastMoney.as('last_money')).where(matchAny(isCustomer));
  const bills: Row[] = await found.execute();
  const ofOrders = among('order_id', ids(orders));
  const ofBills = among('bill_id', ids(bills));
  const retainers = await read('retainers', ...isCustomer);
  const manual_entries = await read('vouchers', ofBills);
  const payments = await read('payments', ofOrders);
  const ofEnquiries = among('enquiry_id', ids(enquiries));
  const isRecipient = sql<boolean>`(${among('lower(recipient)', contacts)} and ${among('kind', customerKinds)})`;
  const messages = await read('outbox', ofOrders, ofBills, ofEnquiries, isRecipient);
  const numbers = bills.flatMap(({ bill_number }) => bill_number ?? []);
  const subjects = [enquiries, applications, orders, manual_entries, retainers].flatMap(ids);
  const audit = await read('audit', among('subject', [...subjects, ...numbers]));
  const own = new Set(ids(payments));
  const stops = contacts.map(async (id) => ({ id, stopped_at: (await unsubscribedAt(db, id)) ?? null }));
  return {
    ...{ enquiries, applications, orders, bills, retainers, manual_entries, payments },
    audit: audit.filter(({ subject, at }) => {
      // Another bill may have the number of a cancelled one.
      const bill = bills.find(({ bill_number }) => bill_number === subject);
      return !bill || (`${at}` >= `${bill.created_at}` && `${at}` <= `${bill.cancelled_at ?? '9'}`);
    }),
    messages: messages.filter(({ recipient }) => recipient !== null),
    // Payments of somebody else's orders from this person's UPI address.
    upi_payments: (await read('payments', among('vpa', contacts))).filter(
      ({ id = null }) => !own.has(id ?? ''),
    ),
    refunds: await read('refunds', ofOrders),
    refund_requests: await read('refund_requests', ofOrders),
    disputes: await read('disputes', ofOrders),
    reports: await read('reports', ofOrders),
    ledger_entries: await read('entries', ofOrders, ofBills),
    statement_links: await read('statement_links', ofBills),
    customer_notices: await read('customer_notices', ofBills),
    tax_invoices: await readInvoices(db, ids(bills)),
    unsubscribed: (await Promise.all(stops)).filter(({ stopped_at }) => stopped_at),
  };
}

/** Lists the tax invoices of bills, without their bytes. */
function readInvoices(db: Database, bills: Row[string][]): Promise<Row[]> {
  const columns = ['bill_id', 'name', 'size', 'digest', 'added_by', 'added_at'] as const;
  return db.selectFrom('bill_files').select(columns).where(among('bill_id', bills)).execute();
}

/** Why a record stays although its person asked for erasure. */
type Reason = 'accounts' | 'minimum' | 'late-payment' | 'open' | 'unsent' | 'unsubscribed';

/** Days that data stays for a reason. Other reasons end with an event, such as the payment of a bill. */
const daysFor = ({ payments, minimum }: Retention): Partial<Record<Reason, number>> => ({
  ...{ accounts: payments, minimum, 'late-payment': Math.max(1, minimum) },
});

const isOpen = ({ state, cancelled_at, paid, cheques }: Row) =>
  !billActions.erase.some((one) => one === state) || (cancelled_at !== null && (paid !== 0 || cheques !== 0));
const isUnsent = ({ state }: Row) => unsentStates.some((one) => one === state);

type Value = Row[string] | undefined;

/** Returns a record's subject, the reason for which it stays if it was not erased, and the time from which its days count. */
const reasons: Record<string, (row: Row) => [about: Value, Reason, since: Value]> = {
  enquiries: (row) => [row.service, 'minimum', row.created_at],
  applications: (row) => [row.opening, 'minimum', row.created_at],
  orders: (row) => [row.bill_number, row.status === 'paid' ? 'accounts' : 'late-payment', row.created_at],
  bills(row) {
    const reason = row.last_money ? 'accounts' : 'minimum';
    const since = row.last_money ?? row.cancelled_at ?? row.created_at;
    return [row.bill_number, isOpen(row) ? 'open' : reason, since];
  },
  retainers: (row) => [row.note, row.ended_at ? 'minimum' : 'open', row.ended_at ?? null],
  upi_payments: (row) => [row.id, 'accounts', row.created_at],
  messages: (row) => [row.subject, isUnsent(row) ? 'unsent' : 'minimum', row.created_at],
  unsubscribed: (row) => [row.id, 'unsubscribed', null],
};

/** Erases a person's data and returns the records that had to stay. A trial changes nothing, to show them beforehand. */
export async function erasePerson(
  db: Database,
  contacts: string[],
  { retention, now, isTrial }: { retention: Retention; now: number; isTrial: boolean },
) {
  const before = now - retention.minimum * day;
  const paidBefore = now - retention.payments * day;
  // The customer of an order from the last day may still be paying.
  const unpaidBefore = Math.min(before, now - day);
  const trx = await db.startTransaction().execute();
  try {
    const found = await readPerson(trx, contacts, now);
    const ids = (rows: Row[]) => ['', ...rows.map(({ id }) => `${id}`)];
    const numbers = (rows: Row[]) => [0, ...rows.map(({ id }) => Number(id))];
    await eraseMessages(trx, before, numbers(found.messages));
    await eraseReceived(trx, 'enquiry', { ids: ids(found.enquiries), before });
    await eraseReceived(trx, 'application', { ids: ids(found.applications), before });
    await eraseOrders(trx, { paidBefore, unpaidBefore, now, ids: ids(found.orders) });
    await eraseBills(trx, { endedBefore: before, paidSince: paidBefore, now, ids: ids(found.bills) });
    await eraseRetainers(trx, { overBefore: before, now, ids: ids(found.retainers) });
    await trx.deleteFrom('statement_links').where('bill_id', 'in', ids(found.bills)).execute();
    const left = await readPerson(trx, contacts, now);
    const logged = new Set(left.audit.map(({ id }) => id));
    const ended = numbers(found.audit.filter(({ id }) => !logged.has(id)));
    await trx.updateTable('audit').set({ detail: null }).where('id', 'in', ended).execute();
    await (isTrial ? trx.rollback() : trx.commit()).execute();
    return Object.entries<Row[]>(left).flatMap(([table, rows]) =>
      rows.flatMap((row) => {
        const [about, reason, since] = reasons[table]?.(row) ?? [];
        const days = reason && daysFor(retention)[reason];
        const until = days === undefined ? null : moment(Date.parse(`${since}`) + days * day);
        return reason ? { table, about: `${about}`, reason, until } : [];
      }),
    );
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
    throw error;
  }
}
