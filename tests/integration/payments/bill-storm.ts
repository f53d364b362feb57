import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { readSettings } from '#settings';
import { dayInIndia, monthOf } from '#web/contracts/india.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { accountsFile, keepFiles } from '#web/payments/accounts/files.ts';
import { exportCsv } from '#web/payments/desk/export.ts';
import { closeMonth, daysOf } from '#web/payments/desk/months.ts';
import { sumsOf } from '#web/payments/desk/sums.ts';
import { openPayments, type Payments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import type { Postgres } from '../../support/postgres.ts';
import { insist, report, siteOf, type Town } from './customers.ts';
import { newBill, openShop, paymentEnvironmentOf } from './shop.ts';
import { killUntil, settleWebhooks, sweepLater } from './storm.ts';
import { differences, readTruth, type Truth } from './truth.ts';

type Options = {
  bills: number;
  /** How many sites serve the customers, of one ledger. */
  sites: 1 | 2;
  /** Undefined is SQLite. */
  postgres?: Postgres | undefined;
  killEveryMs: number;
  mostKills?: number;
};

/** Amounts in paise; `paid` is what the bill must say in the end. */
type Bill = { id: string; number: string; link: string; amount: number; paid: number };
type Books = { received: number; tds: number; givenUp: number; moved: number };

const billSchema = z.object({ id: z.string(), bill_number: z.string(), url: z.url() });
const answerSchema = z.object({ bill: z.object({ paid_amount: z.number(), state: z.string() }) });
const day = 24 * 3_600_000;

/**
 * Bills are paid in every way, by their link and outside the gateway, while webhooks are lost and sites and database are
 * killed; then they are settled and the month is closed. Returns what is wrong, one line
 * each, and how much happened.
 */
export async function billStorm({ bills: count, sites, postgres, killEveryMs, ...options }: Options) {
  const { mostKills = Number.POSITIVE_INFINITY } = options;
  const databaseUrl = await postgres?.createDatabase();
  const env = { RAZORPAY_SANDBOX_RETRY_MS: '300', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const shop = await openShop(env, ['lake', 'sandbox', 'site']);
  const twin =
    sites === 2 ? await openShop({ ...paymentEnvironmentOf(shop.stack), ...env }, ['site']) : undefined;
  const payments = await openPayments(
    paymentSettings(readSettings({ ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl })),
  );
  const books: Books = { received: 0, tds: 0, givenUp: 0, moved: 0 };
  const town: Town = { sites: twin ? [shop, twin] : [shop], acknowledged: new Set() };
  const today = dayInIndia(Date.now());

  const call = async (path: string, body?: unknown, role: 'administrator' | 'finance' = 'finance') => {
    const response = await fetch(`${shop.stack.siteUrl}/api/payments${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${shop.stack.token(role)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  };
  /** A site that is killed before it answers may have done it: asked again, it says that it is over. */
  const act = async (path: string, body: unknown, role?: 'administrator') => {
    const { status, json } = await insist(() => call(path, body, role));
    if (status !== 200 && !(status === 409 && /before/.test(json.error)))
      throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  };
  const makeBill = async (amount: number): Promise<Bill> => {
    const number = String(newBill().billNumber);
    const { json } = await call('/bills', {
      ...{ billNumber: number, name: 'Asha Verma', phone: '9876543210', note: '' },
      ...{ amount: decimalFromPaise(amount), dueOn: today },
    });
    const bill = billSchema.parse(json.bill);
    const link = new URL(bill.url).searchParams.get('link') ?? '';
    return { id: bill.id, number: bill.bill_number, link, amount, paid: 0 };
  };
  const payByLink = async (bill: Bill, amount: number, isReported = true) => {
    const typed = newBill({ billNumber: bill.number, amount: amount / 100 });
    const headers = { 'idempotency-key': randomUUID() };
    const { json } = await insist(() =>
      siteOf(town).post('create-razorpay-order', { ...typed, link: bill.link }, headers),
    );
    if (!json.orderId) throw new Error(`no order: ${JSON.stringify(json)}`);
    const paid = await shop.pay(json.orderId);
    if (isReported) await report(town, typed, paid, json.receipt);
    bill.paid += amount;
    return paid.razorpay_payment_id;
  };
  const voucher = async (bill: Bill, kind: string, amount: number, change: Record<string, string> = {}) => {
    const key = randomUUID();
    const reference = `UTR${key.replaceAll('-', '').slice(0, 16).toUpperCase()}`;
    await act(`/bills/${bill.id}/vouchers`, {
      ...{ key, kind, amount: decimalFromPaise(amount), day: today, reference, reason: 'agreed' },
      ...change,
    });
    return { key };
  };
  const neft = async (bill: Bill, amount: number) => {
    const { key } = await voucher(bill, 'neft', amount);
    bill.paid += amount;
    books.received += amount;
    return { key };
  };

  /** How a bill is paid; in parts of whole rupees. */
  const ways: Record<string, (bill: Bill) => Promise<unknown>> = {
    whole: (bill) => payByLink(bill, bill.amount),
    'tab closed': (bill) => payByLink(bill, bill.amount, false),
    async 'in parts'(bill) {
      const part = Math.floor(bill.amount / 300) * 100;
      await payByLink(bill, part);
      await payByLink(bill, part);
      await payByLink(bill, bill.amount - 2 * part);
    },
    async 'TDS, NEFT and UPI'(bill) {
      const tds = Math.floor(bill.amount / 1000) * 100;
      await voucher(bill, 'tds', tds, { section: '194J', rate: '10', reference: '' });
      bill.paid += tds;
      books.tds += tds;
      await neft(bill, 4 * tds);
      await payByLink(bill, bill.amount - 5 * tds);
    },
    async 'a cheque that bounces and one that is cleared'(bill) {
      const first = await voucher(bill, 'cheque', bill.amount);
      await act(`/vouchers/${first.key}/bounce`, { day: today, reason: 'no funds' });
      const second = await voucher(bill, 'cheque', bill.amount);
      await act(`/vouchers/${second.key}/clear`, { day: today });
      bill.paid += bill.amount;
      books.received += bill.amount;
    },
    async 'a NEFT of another bill, taken back'(bill) {
      const { key } = await neft(bill, bill.amount);
      await act(`/vouchers/${key}/reverse`, { reason: 'of another customer' });
      bill.paid -= bill.amount;
      books.received -= bill.amount;
      await payByLink(bill, bill.amount);
    },
    async 'the rest written off by a second person'(bill) {
      const part = Math.floor(bill.amount / 200) * 100;
      await payByLink(bill, part);
      const { key } = await voucher(bill, 'write-off', bill.amount - part, { reference: '' });
      await act(`/vouchers/${key}/approve`, {}, 'administrator');
      books.givenUp += bill.amount - part;
      bill.paid = bill.amount;
    },
    async 'a refund of a part'(bill) {
      const payment = await payByLink(bill, bill.amount);
      await shop.sandbox('POST', `/v1/payments/${payment}/refund`, { amount: 30_000 });
      bill.paid -= 30_000;
    },
    async 'a refund that fails'(bill) {
      const payment_id = await payByLink(bill, bill.amount);
      const wanted = { payment_id, amount: 20_000, status: 'pending' };
      const { id } = await shop.sandbox('POST', '/sandbox/refunds', wanted);
      await shop.sandbox('POST', `/sandbox/refunds/${id}`, { status: 'failed' });
    },
    async 'a dispute that is lost, and one that is won'(bill) {
      const payment_id = await payByLink(bill, bill.amount);
      const { id } = await shop.sandbox('POST', '/sandbox/disputes', { payment_id, amount: 40_000 });
      await shop.sandbox('POST', `/sandbox/disputes/${id}`, {
        status: bill.amount % 200 === 0 ? 'lost' : 'won',
      });
    },
    async 'a part that was for another bill'(bill) {
      const paymentId = await payByLink(bill, bill.amount);
      const other = bills.find(({ number }) => number === others.get(bill.number));
      if (!other) throw new Error('no other bill');
      const amount = Math.floor(bill.amount / 400) * 100;
      const wanted = { key: randomUUID(), paymentId, billNumber: other.number };
      await act('/moves', { ...wanted, amount: decimalFromPaise(amount) });
      bill.paid -= amount;
      other.paid += amount;
      books.moved += amount;
      await neft(other, other.amount - amount);
    },
  };

  const bills: Bill[] = [];
  /** For a bill of whose payment a part is put elsewhere, where. */
  const others = new Map<string, string>();
  const faults: string[] = [];
  try {
    const kinds = Object.entries(ways);
    const plan: { bill: Bill; pay: (bill: Bill) => Promise<unknown> }[] = [];
    for (let n = 0; n < count; n++) {
      const [kind, pay] = kinds[n % kinds.length] ?? ['whole', ways.whole];
      // At most what one payment may be.
      const bill = await makeBill(100_000 + Math.floor(Math.random() * 9000) * 100);
      bills.push(bill);
      if (pay) plan.push({ bill, pay });
      if (!kind.startsWith('a part that was')) continue;
      const other = await makeBill(bill.amount);
      bills.push(other);
      others.set(bill.number, other.number);
    }
    await shop.faults({
      calls: [
        { call: 'POST /v1/orders', share: 0.03, status: 503 },
        { call: 'GET /v1/payments', share: 0.05, status: 502 },
      ],
      webhooks: { lose: 0.15, duplicate: 0.3, delayMs: 1500 },
    });
    const serve = async () => {
      for (let next = plan.pop(); next; next = plan.pop()) await next.pay(next.bill);
    };
    const crowd = Promise.all(Array.from({ length: 12 }, serve));
    const killed = await killUntil(town, postgres, crowd, killEveryMs, mostKills);
    await crowd;
    await settleWebhooks(shop);
    await shop.clearFaults();
    // One transfer comes back from the bank and is paid out again.
    const { id } = await shop.sandbox('POST', '/sandbox/settlements', {});
    await shop.sandbox('POST', `/sandbox/settlements/${id}`, { status: 'failed' });
    await shop.sandbox('POST', '/sandbox/settlements', {});
    await settleWebhooks(shop);
    const environment = { ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl };
    await sweepLater(environment);

    const truth = await readTruth(shop);
    faults.push(...(await differences(shop, truth)), ...(await wrongBills(bills, call)));
    faults.push(...(await wrongFiles(payments, books, truth)));
    const late = truth.captured.find(({ amount }) => amount > 50_000);
    if (!late) throw new Error('nothing was captured');
    faults.push(
      ...(await changedMonth(payments, async () => {
        // Their clock is still in that month.
        for (const { stack } of town.sites) await stack.kill('site');
        await shop.sandbox('POST', `/v1/payments/${late.id}/refund`, { amount: 100 });
        await sweepLater(environment, 40 * day);
      })),
    );
    return { faults, bills: bills.length, ...killed };
  } finally {
    await payments.db.destroy();
    await twin?.close();
    await shop.close();
  }
}

type Call = (path: string, body?: unknown) => Promise<{ status: number; json: unknown }>;

async function wrongBills(bills: Bill[], call: Call): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, number, amount, paid } of bills) {
    const { bill } = answerSchema.parse((await call(`/bills/${id}`)).json);
    const state = paid === amount ? 'paid' : 'part-paid';
    if (bill.paid_amount !== paid || bill.state !== state)
      faults.push(`bill ${number}: ${bill.paid_amount} ${bill.state}, and not ${paid} ${state}`);
  }
  return faults;
}

const row = z.object({ Line: z.string(), 'Amount (INR)': z.string(), 'Settlement (INR)': z.string() });

/** What the files add up to that an accountant gets, against what happened. */
async function wrongFiles({ db }: Payments, books: Books, truth: Truth): Promise<string[]> {
  const sums = await sumsOf(db, { from: '', to: '9999' });
  const csv = await (await exportCsv(db, { from: undefined, to: undefined })).text();
  const rows = z.array(row).parse(parse(csv, { columns: true, bom: true }));
  const inFile = (line: string, column: 'Amount (INR)' | 'Settlement (INR)' = 'Amount (INR)') =>
    rows
      .filter((one) => one.Line === line)
      .reduce((sum, one) => sum + Math.round(Number(one[column]) * 100), 0);
  const paidOut = truth.settlements.filter(({ status }) => status === 'processed');
  const pairs: [string, number, number][] = [
    ['received', sums.received, books.received],
    ['TDS', sums.tds, books.tds],
    ['given up', sums.givenUp, books.givenUp],
    ['payments in the file', inFile('Payment'), sums.captured],
    ['refunds in the file', -inFile('Refund') - inFile('Refund failed'), sums.refunded],
    ['received in the file', inFile('Payment outside the gateway'), books.received],
    ['TDS in the file', inFile('TDS'), books.tds],
    ['write-offs in the file', inFile('Write-off'), books.givenUp],
    ['moved in the file', inFile('Moved from another payment'), books.moved],
    ['moved away in the file', -inFile('Moved to another bill'), books.moved],
    [
      'settled in the file',
      inFile('Settlement', 'Settlement (INR)'),
      paidOut.reduce((sum, { amount }) => sum + amount, 0),
    ],
  ];
  return pairs.flatMap(([what, here, there]) => (here === there ? [] : [`${what}: ${here}, not ${there}`]));
}

/** Closes this month on a clock that is past it, lets `happen`, and compares its files byte for byte. */
async function changedMonth(payments: Payments, happen: () => Promise<void>): Promise<string[]> {
  const month = monthOf(Date.now());
  const span = daysOf(month);
  const ahead = { ...payments, now: () => Date.now() + 40 * day };
  await closeMonth(ahead, month, { id: 'p1', name: 'Meera', address: '10.0.0.1' });
  await keepFiles(payments.db, span);
  const read = async () => [
    await (await exportCsv(payments.db, span)).text(),
    await (await accountsFile(payments.db, 'tally', span)).text(),
  ];
  const before = await read();
  await happen();
  const after = await read();
  const late = await payments.db
    .selectFrom('entries')
    .select('at')
    .where('kind', '=', 'refunded')
    .where('belongs_to', 'is not', null)
    .execute();
  return [
    ...before.flatMap((text, index) => (text === after[index] ? [] : [`file ${index} of ${month} changed`])),
    ...(late.length === 1 ? [] : [`${late.length} refunds say that they came late`]),
  ];
}
