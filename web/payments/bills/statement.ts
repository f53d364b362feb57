import { day } from '#web/contracts/durations.ts';
import { type EntryPart, findMeaning, kindsWhere, splitEntry } from '#web/contracts/entry-kinds.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { methodNames } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { describeDeduction, type Line, ledgerLines } from '#web/payments/accounting/vouchers.ts';
import {
  type BillWithState,
  billsWithState,
  findBill,
  isLinkToken,
  newLinkToken,
} from '#web/payments/ledger/bills.ts';
import { ordersOfBill } from '#web/payments/ledger/surplus-payments.ts';
import type { Payments } from '#web/payments/payments.ts';
import { audit } from '#web/staff/audit.ts';
import type { Staff } from '#web/staff/require-staff.ts';

/** How long a statement link works. */
const validForDays = 30;

/** Creates a link to the statement of a bill's customer; undefined if the customer is unknown or erased. */
export async function makeStatementLink(
  { db, now, settings }: Payments,
  billId: string,
  staff: Staff,
): Promise<string | undefined> {
  const bill = await findBill(db, billId, now());
  if (!bill?.customer_phone) return undefined;
  const token = newLinkToken();
  const times = { created_at: moment(now()), expires_at: moment(now() + validForDays * day) };
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

/** Finds the bill of a statement link; undefined if the link is unknown or has expired. */
export async function findStatementBill(db: Database, token: string, now: number) {
  if (!isLinkToken(token)) return undefined;
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

/** `amount` is in paise: bills and refunds are positive, payments negative. */
export type StatementLine = { day: string; title: string; billNumber: string; amount: number };

/** Returns all bills of a phone number and everything that settled them, by day. The lines add up to the amount due. */
export async function readStatement(db: Database, phone: string, now: number) {
  const known = await billsWithState(db, now)
    .where('customer_phone', '=', phone)
    .orderBy('created_at')
    .orderBy('bill_number')
    .execute();
  // A cancelled bill asks for nothing, but its customer still owns the money it holds.
  const bills = known.filter(
    ({ cancelled_at, paid, cheques }) => cancelled_at === null || paid + cheques !== 0,
  );
  const billed = bills.filter(({ cancelled_at }) => cancelled_at === null);
  const lines: StatementLine[] = billed.map(({ created_at, bill_number, amount }) => ({
    ...{ day: dayInIndia(Date.parse(created_at)), title: 'Bill', billNumber: bill_number, amount },
  }));
  for (const { bill_number: billNumber, id } of bills) {
    const orders = (await ordersOfBill(db, id).execute()).map((order) => order.id);
    for (const line of await linesOfBill(db, orders, id))
      for (const part of splitEntry(line)) {
        const isOfBill =
          part.of === 'bill' ? line.bill_id === id : line.ofOrder !== null && orders.includes(line.ofOrder);
        const amount = part.postings.customers ?? 0;
        if (!isOfBill || (amount === 0 && findMeaning(line.kind).column !== 'none')) continue;
        const day = line.belongs_to ?? dayInIndia(Date.parse(line.at));
        lines.push({ day, title: composeTitle(line, part), billNumber, amount });
      }
  }
  const balance = sumBills(billed, ({ amount }) => amount) - sumBills(bills, ({ paid }) => paid);
  return {
    lines: lines.sort((a, b) => a.day.localeCompare(b.day)),
    balance,
    // Staff may have reviewed a surplus. Another bill's open amount reduces it.
    tooMuch: Math.max(
      0,
      Math.min(
        -balance,
        sumBills(bills, ({ surplus }) => surplus),
      ),
    ),
    cheques: sumBills(bills, ({ cheques }) => cheques),
  };
}

const sumBills = (bills: BillWithState[], of: (bill: BillWithState) => number) =>
  bills.reduce((sum, bill) => sum + of(bill), 0);

/** Returns the line's title for customers, for example `Payment by NEFT`. Counter-entries are marked as reversed. */
function composeTitle(line: Line, { of, title, amount }: EntryPart): string {
  const { customerTitle } = findMeaning(line.kind);
  const method = line.manual_kind ?? line.method;
  const isPayment = line.kind === 'captured' || line.kind === 'received';
  const how = isPayment && method ? ` by ${methodNames[method] ?? method}` : '';
  const isReversed = of === 'bill' && amount < 0;
  const deduction = describeDeduction(line);
  const about = deduction ? `, ${deduction}` : '';
  return `${customerTitle ?? title}${how}${about}${isReversed ? ', reversed' : ''}`;
}

/** Selects entries that settle or reopen a bill: those of its orders, those recorded for it, and moves from it. */
function linesOfBill(db: Database, orders: string[], billId: string): Promise<Line[]> {
  return ledgerLines(db, statementKinds)
    .where((is) =>
      is.or([
        is('entries.bill_id', '=', billId),
        ...(orders.length > 0
          ? [is('entries.order_id', 'in', orders), is('payments.order_id', 'in', orders)]
          : []),
      ]),
    )
    .orderBy('entries.at')
    .orderBy('entries.id')
    .execute();
}
const statementKinds = kindsWhere(({ settles, column }) => settles !== undefined || column === 'none');
