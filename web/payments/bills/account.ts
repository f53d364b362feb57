import { sql } from 'kysely';
import { dayInIndia } from '#web/contracts/india.ts';
import { methodNames } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { findBill, statedBills } from '#web/payments/ledger/bills.ts';
import { settling } from '#web/payments/ledger/vouchers.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';
import { newLinkToken } from './link.ts';

const day = 24 * 3_600_000;
/** Days for which a link to a statement works. */
const validFor = 30;

/** Makes a link to the account of a bill's customer; undefined when that is unknown or erased. */
export async function makeStatementLink(
  { db, now, settings }: Payments,
  billId: string,
  staff: Staff,
): Promise<string | undefined> {
  const bill = await findBill(db, billId, now());
  if (!bill?.customer_phone) return undefined;
  const token = newLinkToken();
  const times = { created_at: moment(now()), expires_at: moment(now() + validFor * day) };
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('statement_links').where('expires_at', '<', moment(now())).execute();
    await trx
      .insertInto('statement_links')
      .values({ token, bill_id: billId, created_by: staff.name, ...times })
      .execute();
    await audit(trx, { actor: staff, act: 'statement.linked', subject: bill.bill_number }, now());
  });
  return `${settings.siteUrl}/pay-online/statement/${token}`;
}

/** The bill whose customer's account a link shows; undefined for one that is unknown or has ended. */
export async function findStatementBill(db: Database, token: string, now: number) {
  if (!/^[\w-]{38}$/.test(token)) return undefined;
  const link = await db
    .selectFrom('statement_links')
    .select(['bill_id', 'expires_at'])
    .where('token', '=', token)
    .where('expires_at', '>', moment(now))
    .executeTakeFirst();
  if (!link) return undefined;
  const bill = await findBill(db, link.bill_id, now);
  return bill?.customer_phone ? { bill, expiresAt: link.expires_at } : undefined;
}

/** `amount` in paise: billed or given back is positive, what settles it negative. */
export type AccountLine = { day: string; what: string; billNumber: string; amount: number };

/** All that was billed to a phone number and all that settled it, by day; the sum is what is still to be paid. */
export async function accountOf(db: Database, phone: string, now: number) {
  const bills = await statedBills(db, now)
    .where('customer_phone', '=', phone)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('bill_number')
    .execute();
  const lines: AccountLine[] = bills.map(({ created_at, bill_number, amount }) => ({
    ...{ day: dayInIndia(Date.parse(created_at)), what: 'Bill', billNumber: bill_number, amount },
  }));
  for (const { bill_key, bill_number: billNumber, id } of bills)
    for (const { kind, amount, at, belongs_to, method, order_amount } of await entriesOf(db, bill_key, id)) {
      // What goes beyond the order is the fee that the customer bore.
      const ofBill = Math.min(amount, order_amount ?? amount);
      lines.push({
        day: belongs_to ?? dayInIndia(Date.parse(at)),
        what: nameOf(kind, method, amount),
        billNumber,
        amount: kind === 'refunded' || kind === 'moved-away' ? ofBill : -ofBill,
      });
    }
  return {
    lines: lines.sort((a, b) => a.day.localeCompare(b.day)),
    balance: bills.reduce((sum, { amount, paid }) => sum + amount - paid, 0),
    cheques: bills.reduce((sum, { cheques }) => sum + cheques, 0),
  };
}

const names: Record<string, string> = {
  refunded: 'Refund',
  'refund-failed': 'Refund that the bank returned',
  tds: 'TDS',
  'written-off': 'Write-off',
  credited: 'Credit',
  moved: 'Put here from another payment',
  'moved-away': 'Put on another bill',
};

function nameOf(kind: string, method: string | null, amount: number): string {
  const how = method && (methodNames[method] ?? method);
  const name = names[kind] ?? (how ? `Payment by ${how}` : 'Payment');
  return amount < 0 ? `${name}, taken back` : name;
}

/** The entries that settle a bill, through the gateway and beside it. */
async function entriesOf(db: Database, billKey: string, billId: string) {
  const { rows } = await sql<{
    kind: string;
    amount: number;
    at: string;
    belongs_to: string | null;
    method: string | null;
    order_amount: number | null;
  }>`
    select e.kind, e.amount, e.at, e.belongs_to, p.method, o.amount as order_amount, e.id
    from orders o join entries e on e.order_id = o.id left join payments p on p.id = e.payment_id
    where o.bill_key = ${billKey} and e.kind in ('captured', 'refunded', 'refund-failed')
    union all
    select e.kind, e.amount, e.at, e.belongs_to, case e.kind when 'received' then v.kind end, null, e.id
    from entries e left join vouchers v on v.id = e.subject
    where e.bill_id = ${billId} and e.kind in (${sql.join(settling)})
    union all
    select 'moved-away', e.amount, e.at, e.belongs_to, null, null, e.id
    from orders o join payments p on p.order_id = o.id join entries e on e.payment_id = p.id
    where o.bill_key = ${billKey} and e.kind = 'moved'
    order by 3, 7`.execute(db);
  return rows;
}
