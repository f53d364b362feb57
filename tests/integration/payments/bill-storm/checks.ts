import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseHtml } from 'node-html-parser';
import { z } from 'zod';
import { ledgers } from '#web/contracts/entry-kinds.ts';
import { readTally } from '../../../unit/payments/tally-reader.ts';
import type { SandboxState } from '../sandbox-state.ts';
import type { Shop } from '../shop.ts';
import { type Bill, type Expected, type Model, sum } from './model.ts';
import { type BackOffice, type Item, surplusKinds } from './people.ts';

/** The last day of India's financial year in the storm, and the first day of the next. */
const yearEnd = { last: '2027-03-31', first: '2027-04-01' };

const paise = (text = '') => Math.round(Number(text || 0) * 100);
/** Parses `₹1,23,456.50` to paise. */
const shownPaise = (text = '') => Number(text.replaceAll(/[^\d]/g, '') || 0);
const rowsOf = (csv: string) =>
  z.array(z.record(z.string(), z.string())).parse(parseCsv(csv, { columns: true, bom: true }));

/** Returns the amount of a bill in paise, 0 if it is cancelled. */
const billedOf = ({ isCancelled, amount }: Bill) => (isCancelled ? 0 : amount);

/** The most paise that cancellations reviewed: a cancelled bill may hold less than a rupee, which nobody can refund. */
const sumReviewed = (bills: Bill[]) => 99 * bills.filter(({ isCancelled }) => isCancelled).length;

/** Collects differences, one line each. */
export class Faults {
  readonly lines: string[] = [];
  same(what: string, found: unknown, expected: unknown): void {
    const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
    if (a !== b) this.lines.push(`${what}: ${a}, not ${b}`);
  }
}

type Reader = { backOffice: BackOffice; site: Shop };

/** Returns all staff exports as text. */
export async function readFiles({ backOffice, site }: Reader, span: { from?: string; to?: string } = {}) {
  const query = new URLSearchParams(span);
  const accounts = (format: string) => backOffice.read(site, `/accounts?${query}&format=${format}`);
  return {
    csv: await backOffice.read(site, `/export?${query}`),
    tally: await accounts('tally'),
    zohoPayments: await accounts('zoho-payments'),
    zohoJournals: await accounts('zoho-journals'),
  };
}
type Files = Awaited<ReturnType<typeof readFiles>>;

/** Paise that settle each bill and each customer, by their names in the files. */
function settledIn({ tally, zohoPayments, zohoJournals }: Files, people: Set<string>) {
  const ofCustomers = readTally(tally)
    .flatMap(({ postings }) => postings)
    .filter(({ ledger }) => people.has(ledger));
  const journals = rowsOf(zohoJournals)
    .filter((row) => people.has(row.Account ?? ''))
    .map((row) => ({
      customer: row['Contact Name'] ?? '',
      bill: (row.Description ?? '').replace(/^Bill /, ''),
      amount: paise(row.Credit) - paise(row.Debit),
    }));
  const received = rowsOf(zohoPayments).map((row) => ({
    customer: row['Customer Name'] ?? '',
    bill: row['Invoice Number'] ?? '',
    amount: paise(row.Amount),
  }));
  const by = <Row extends { amount: number }>(rows: Row[], name: (row: Row) => string) =>
    new Map(
      [...Map.groupBy(rows, name)].map(([key, found]) => [key, sum(found.map(({ amount }) => amount))]),
    );
  const zoho = [...received, ...journals];
  return {
    tally: { bills: by(ofCustomers, (row) => row.bill), people: by(ofCustomers, (row) => row.ledger) },
    zoho: { bills: by(zoho, (row) => row.bill), people: by(zoho, (row) => row.customer) },
  };
}

/** Compares list, Tally, Zoho Books and statements with the expected state of every bill. */
export async function checkBills(
  reader: Reader,
  model: Model,
  expected: Expected,
  files: Files,
  faults: Faults,
) {
  const listed = await listBills(reader);
  const settled = settledIn(files, new Set(model.people.map(({ name }) => name)));
  for (const { id, number, paid } of expected.bills)
    faults.same(`list, bill ${number}`, listed.get(id)?.paid_amount, paid);
  // One number belongs to a cancelled bill and to its replacement.
  for (const [number, bills] of Map.groupBy(expected.bills, (bill) => bill.number)) {
    const paid = sum(bills.map((bill) => bill.paid));
    faults.same(`Tally, bill ${number}`, settled.tally.bills.get(number) ?? 0, paid);
    faults.same(`Zoho, bill ${number}`, settled.zoho.bills.get(number) ?? 0, paid);
  }
  for (const [phone, bills] of Map.groupBy(expected.bills, ({ person }) => person.phone)) {
    const [first] = bills;
    if (!first) continue;
    const { name } = first.person;
    const statement = await readStatement(reader, first.id);
    const billed = sum(bills.map(billedOf));
    const balance = billed - sum(bills.map(({ paid }) => paid));
    faults.same(`statement of ${phone}`, statement.balance, balance);
    const most = balance < 0 ? Math.min(0, balance + sumReviewed(bills)) : balance;
    if (statement.shownBalance < balance || statement.shownBalance > most)
      faults.same(`balance on the statement of ${phone}`, statement.shownBalance, balance);
    for (const [number, of] of Map.groupBy(bills, (bill) => bill.number))
      faults.same(
        `statement, bill ${number}`,
        statement.bills.get(number) ?? 0,
        sum(of.map((bill) => billedOf(bill) - bill.paid)),
      );
    faults.same(`Tally, ${name}`, billed - (settled.tally.people.get(name) ?? 0), balance);
    faults.same(`Zoho, ${name}`, billed - (settled.zoho.people.get(name) ?? 0), balance);
  }
}

const pageSchema = z.object({
  bills: z.array(z.object({ id: z.string(), paid_amount: z.number(), state: z.string() })),
  next: z.string().nullish(),
});

async function listBills({ backOffice, site }: Reader) {
  const found = new Map<string, z.infer<typeof pageSchema>['bills'][number]>();
  let after = '';
  do {
    const page = pageSchema.parse(
      JSON.parse(await backOffice.read(site, `/bills?after=${encodeURIComponent(after)}`)),
    );
    for (const bill of page.bills) found.set(bill.id, bill);
    after = page.next ?? '';
  } while (after);
  return found;
}

let readers = 0;

/** A customer's statement as shown: the balance of its lines, the stated balance, and by bill. */
async function readStatement({ backOffice, site }: Reader, billId: string) {
  const made = await backOffice.read(site, `/bills/${billId}/statement`, {});
  const { url } = z.object({ url: z.url() }).parse(JSON.parse(made));
  // Each customer has a separate address.
  readers += 1;
  const address = `10.200.${readers >> 8}.${readers & 255}`;
  const response = await fetch(url, { headers: { 'x-forwarded-for': address } });
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  const page = parseHtml(await response.text());
  const lines = page.querySelectorAll('.statement tbody tr').map((row) => {
    const [, bill, billed, paid] = row.querySelectorAll('td').map((cell) => cell.text.trim());
    return { bill: bill ?? '', amount: shownPaise(billed) - shownPaise(paid) };
  });
  const text = page.querySelector('strong')?.text ?? '';
  const shownBalance = shownPaise(text) * (text.includes('too much') ? -1 : 1);
  return {
    balance: sum(lines.map(({ amount }) => amount)),
    shownBalance,
    bills: new Map(
      [...Map.groupBy(lines, ({ bill }) => bill)].map(([bill, of]) => [
        bill,
        sum(of.map((one) => one.amount)),
      ]),
    ),
  };
}

/** Checks the back office's CSV: each rupee appears once, by payment and in total. */
export function checkCsv(
  { csv }: Files,
  truth: SandboxState,
  { totals, ...expected }: Expected,
  faults: Faults,
) {
  // A refund of money that matched no order names only itself.
  const refundedFrom = new Map(truth.refunds.map(({ id, payment_id }) => [id, payment_id]));
  const rows = rowsOf(csv).map((row) => ({
    line: row.Line ?? '',
    payment: refundedFrom.get(row.ID ?? '') ?? row['Payment ID'] ?? '',
    customer: row.Customer ?? '',
    amount: paise(row['Amount (INR)']),
  }));
  const { captured, refunded, deducted, bank, cash, tds, writeOffs, credits } = totals;
  faults.same(
    'CSV, amounts in all',
    sum(rows.map(({ amount }) => amount)),
    captured - refunded - deducted + bank + cash + tds + writeOffs + credits,
  );
  const isOfGateway = ({ line }: { line: string }) => !line.startsWith('Moved ');
  const ofPayment = Map.groupBy(rows.filter(isOfGateway), ({ payment }) => payment);
  for (const { id, amount, refunded, deducted } of expected.payments) {
    const found = (ofPayment.get(id) ?? []).map((row) => row.amount);
    faults.same(`CSV, payment ${id}`, sum(found), amount - refunded - deducted);
  }
  const ofCustomer = Map.groupBy(rows, ({ customer }) => customer);
  for (const [name, bills] of Map.groupBy(expected.bills, ({ person }) => person.name)) {
    const found = (ofCustomer.get(name) ?? []).map((row) => row.amount);
    faults.same(`CSV, ${name}`, sum(found), sum(bills.map(({ held }) => held)));
  }
}

/** Nobody gets back more than was paid, except from a bank or in the dashboard, where the site cannot refuse it. */
export function checkReturns({ tooMuch }: Model, truth: SandboxState, faults: Faults) {
  for (const { receipt, status } of truth.refunds) {
    const what = status === 'failed' ? undefined : tooMuch.get(receipt ?? '');
    if (what !== undefined) faults.lines.push(what);
  }
}

/** Tally's own ledgers: debits are positive. */
export function checkLedgers(
  { tally }: Files,
  truth: SandboxState,
  model: Model,
  expected: Expected,
  faults: Faults,
) {
  const vouchers = readTally(tally);
  faults.same('Tally, vouchers with one id', vouchers.length, new Set(vouchers.map(({ id }) => id)).size);
  for (const { id, postings } of vouchers) {
    const total = sum(postings.map(({ amount }) => amount));
    if (total !== 0) faults.same(`Tally, voucher ${id}`, total, 0);
  }
  const balance = (ledger: string) =>
    sum(
      vouchers.flatMap(({ postings }) =>
        postings.flatMap((one) => (one.ledger === ledger ? [0 - one.amount] : [])),
      ),
    );
  const { totals } = expected;
  // Only the gateway knows the fee of an unexplained payment.
  const strays = truth.captured.filter(({ id }) => model.strays.has(id));
  const ofStrays = (what: 'fee' | 'tax') => sum(strays.map((one) => one[what]));
  const fees = totals.fees - ofStrays('fee');
  const pairs: [keyof typeof ledgers, number][] = [
    ['gateway', totals.captured - fees - totals.refunded - totals.deducted - totals.paidOut],
    ['bank', totals.paidOut + totals.bank],
    ['cash', totals.cash],
    ['tds', totals.tds],
    ['writeOffs', totals.writeOffs],
    ['credits', totals.credits],
    ['gst', totals.tax - ofStrays('tax')],
    ['disputes', totals.deducted],
    ['suspense', 0 - totals.suspense],
  ];
  for (const [ledger, amount] of pairs)
    faults.same(`Tally, ${ledgers[ledger].name}`, balance(ledgers[ledger].name), amount);
}

/** Checks the action items: each surplus appears once, and nothing else does. */
export async function checkItems(
  { backOffice, site }: Reader,
  model: Model,
  truth: SandboxState,
  expected: Expected,
  faults: Faults,
) {
  const { actionItems, more } = await backOffice.readToday(site);
  faults.same('action items that are not shown', more, 0);
  const numberOf = ({ order_id, bill_id }: Item) => {
    const order = model.orders.get(order_id ?? '');
    const bill = order ? expected.billOf(order) : expected.bills.find(({ id }) => id === bill_id);
    return bill?.number ?? '?';
  };
  // Several payments can form the surplus of one bill: together they are the excess over its amount.
  const tooMuch = actionItems.filter(({ kind }) => surplusKinds.has(kind));
  const reported = Map.groupBy(tooMuch, numberOf);
  const surplus = expected.bills.filter((bill) => bill.paid > billedOf(bill));
  for (const [number, bills] of Map.groupBy(surplus, (bill) => bill.number)) {
    const amount = sum(bills.map((bill) => bill.paid - billedOf(bill)));
    const found = sum((reported.get(number) ?? []).map((one) => one.amount ?? 0));
    if (found < amount - sumReviewed(bills) || found > amount)
      faults.same(`surplus of bill ${number}`, found, amount);
    reported.delete(number);
  }
  // A refund of money that matches no order is an item of its own.
  for (const { id, order_id, bill, excess } of expected.payments) {
    const isShown = actionItems.some(({ subject, amount }) => subject === id && amount === excess);
    if (!bill || excess <= 0 || isShown) continue;
    faults.lines.push(`${excess} more than ${id} (${order_id}) was given back, and no item says so`);
  }
  faults.same('action items of bills that hold no surplus', [...reported.keys()], []);
  const seconds = tooMuch.filter(({ kind }) => kind === 'second');
  faults.same('parts of a bill that are reported as duplicate payments', seconds.map(numberOf), []);
  const subjects = (kind: string) =>
    actionItems
      .filter((item) => item.kind === kind)
      .map(({ subject }) => subject)
      .sort();
  faults.same(
    'open disputes',
    subjects('dispute'),
    truth.disputes
      .filter(({ status }) => status === 'open' || status === 'under_review')
      .map(({ id }) => id)
      .sort(),
  );
  const waiting = [...model.manual.values()].filter(({ state }) => state === 'waiting');
  faults.same('entries to approve', subjects('voucher-waiting'), waiting.map(({ key }) => key).sort());
  const strays = expected.payments.filter(({ id }) => model.strays.has(id));
  const open = strays.map(({ id, left }) => ({ id, amount: left }));
  const refunds = truth.refunds.filter(({ payment_id }) => model.strays.has(payment_id));
  const unexplained = [...open.filter(({ amount }) => amount > 0), ...refunds];
  faults.same(
    'money that matches no order',
    actionItems
      .filter(({ kind }) => kind === 'unexplained')
      .map(({ subject, amount }) => `${subject} ${amount}`)
      .sort(),
    unexplained.map(({ id, amount }) => `${id} ${amount}`).sort(),
  );
}

/** Paise by ledger and bill. */
function balancesIn(...files: string[]) {
  const postings = files.flatMap((xml) => readTally(xml).flatMap((voucher) => voucher.postings));
  const groups = Map.groupBy(postings, ({ ledger, bill }) => `${ledger} ${bill}`);
  return new Map([...groups].map(([name, of]) => [name, sum(of.map(({ amount }) => amount))]));
}

/** Each line of the files is in exactly one of the two financial years, and a closed month needs no second import. */
export async function checkYears(reader: Reader, files: Files, closedMonth: Files, faults: Faults) {
  const before = await readFiles(reader, { to: yearEnd.last });
  const after = await readFiles(reader, { from: yearEnd.first });
  const imported = balancesIn(closedMonth.tally, after.tally);
  for (const [name, amount] of balancesIn(files.tally))
    faults.same(`Tally, ${name} after the closed month`, imported.get(name) ?? 0, amount);
  const lines = (text: string) => text.split('\n').slice(1).filter(Boolean);
  for (const name of ['csv', 'zohoPayments', 'zohoJournals'] as const) {
    const parts = [...lines(before[name]), ...lines(after[name])];
    faults.same(`${name} of both years`, parts.length, lines(files[name]).length);
    if (lines(before[name]).length === 0 || lines(after[name]).length === 0)
      faults.lines.push(`${name} has nothing in one of the years`);
  }
  const ids = (xml: string) => readTally(xml).map(({ id }) => id);
  const [parts, whole] = [[...ids(before.tally), ...ids(after.tally)], ids(files.tally)];
  faults.same('vouchers in both years', parts.length, new Set(parts).size);
  faults.same(
    'vouchers in neither year',
    whole.filter((id) => !parts.includes(id)),
    [],
  );
  faults.same(
    'vouchers in a year, and not in all',
    parts.filter((id) => !whole.includes(id)),
    [],
  );
  for (const { id, date } of readTally(before.tally))
    if (date > '20270331') faults.same(`day of ${id} in the old year`, date, 'until 20270331');
  for (const { id, date } of readTally(after.tally))
    if (date < '20270401') faults.same(`day of ${id} in the new year`, date, 'from 20270401');
}
