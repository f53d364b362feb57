import { describe, expect, test } from 'vitest';
import { accountingFile, defaultNames, storeLedgerNames } from '#web/payments/accounting/files.ts';
import { recordDispute } from '#web/payments/ledger/disputes.ts';
import { addEntries, type Fact } from '#web/payments/ledger/entries.ts';
import { recordSettlement, recordSettlementLines } from '#web/payments/ledger/settlements.ts';
import { type bill, id } from '../../integration/payments/samples.ts';
import { paise, type Read, readRows, readTally, sum } from './tally-reader.ts';
import { ledgerPerFile } from './test-ledger.ts';

const noon = Date.parse('2026-10-12T06:30:00.000Z');
const october = { from: '2026-10-01', to: '2026-10-31' };

const house = await ledgerPerFile();
const { db } = house;

const makeFile = (format: Parameters<typeof house.file>[0], span = october) => house.file(format, span);
const find = (vouchers: Read[], subject: string) => vouchers.filter(({ id }) => id.includes(subject));
const sides = (voucher: Read | undefined) =>
  Object.fromEntries((voucher?.postings ?? []).map(({ ledger, amount }) => [ledger, amount]));

const hostile = 'आशा & <b>"محمد"\u0000\u202e \ud800 =cmd|\' /C calc\'!A0';

async function paid(change: Partial<typeof bill> = {}, seen: Parameters<typeof house.report>[1] = {}) {
  const order = await house.order(change);
  return house.report(order.id, { fee: 3539, tax: 540, ...seen });
}

/** Settles a payment, less an adjustment. */
async function settle(paymentId: string, utr: string) {
  const settlement = {
    ...{ id: id('setl'), amount: 100_000, fees: 0, tax: 0, utr, created_at: noon / 1000 },
    status: 'processed' as const,
  };
  await recordSettlement(db, settlement, 'sweep');
  const line = { settlement_id: settlement.id, type: 'payment', created_at: noon / 1000 };
  const lines = [
    { ...line, entity_id: paymentId, credit: 146_411, debit: 0 },
    { ...line, entity_id: id('adj'), credit: 0, debit: 46_411 },
  ];
  await recordSettlementLines(db, settlement, lines, 'sweep', noon);
  return { settlement, lines };
}

describe('vouchers for Tally', () => {
  test('of a payment: gateway, fee and tax are debited, the customer is credited for the bill', async () => {
    const { id: subject } = await paid({ billNumber: 'INV-7 & Co' });
    const [voucher, ...others] = find(readTally(await makeFile('tally')), subject);
    expect(others).toEqual([]);
    expect(voucher).toMatchObject({
      ...{ id: `website-captured-${subject}`, guid: `website-captured-${subject}`, action: 'Create' },
      ...{ type: 'Receipt', date: '20261012', party: 'Website Customers' },
    });
    expect(sides(voucher)).toEqual({
      Razorpay: -146_411,
      'Payment Gateway Charges': -2999,
      'Input IGST': -540,
      'Website Customers': 149_950,
    });
    expect(voucher?.postings.at(-1)).toMatchObject({ isDebit: false, bill: 'INV-7 & Co' });
  });

  test('of later events: refunds, a fee borne by the customer, disputes, money in suspense, transfers', async () => {
    const first = await paid();
    const back = id('rfnd');
    await house.refund(first.id, 50_000, 'processed', back);
    await house.refund(first.id, 50_000, 'failed', back);
    const borne = await paid({}, { amount: 149_950 + 3539 });
    const dispute = {
      ...{ id: id('disp'), payment_id: first.id, amount: 70_000, currency: 'INR', phase: 'chargeback' },
      ...{ reason_code: 'fraud', created_at: noon / 1000 },
    };
    const lost = { ...dispute, status: 'lost', amount_deducted: 70_000 } as const;
    await recordDispute(db, lost, 'webhook', { now: noon, asOfSeconds: noon / 1000 });
    const won = { ...dispute, status: 'won', amount_deducted: 70_000 } as const;
    await recordDispute(db, won, 'webhook', { now: noon + 5000, asOfSeconds: noon / 1000 + 5 });
    const odd: Fact[] = [
      { kind: 'unexplained', subject: 'pay_ODD', amount: 777, currency: 'INR', at: noon },
      { kind: 'unexplained', subject: 'pay_DOLLARS', amount: 100_000, currency: 'USD', at: noon },
      { kind: 'unexplained', subject: 'rfnd_ODD', amount: 55, currency: 'INR', at: noon },
    ];
    await addEntries(db, odd, 'webhook', noon);
    const of = { currency: 'INR', at: noon };
    await addEntries(db, [{ kind: 'explained', subject: 'rfnd_ODD', amount: 55, ...of }], 'webhook', noon);
    await addEntries(db, [{ kind: 'noted', subject: 'pay_ODD', amount: 777, ...of }], 'staff', noon);
    const { settlement, lines } = await settle(first.id, 'UTR7');
    // The next sweep reads it again, and a late webhook does not have the bank's number yet.
    expect(await recordSettlementLines(db, settlement, lines, 'sweep', noon + 60_000)).toBe(0);
    await recordSettlement(db, { ...settlement, utr: undefined }, 'webhook');

    const vouchers = readTally(await makeFile('tally'));
    const typed = (subject: string) =>
      find(vouchers, subject).map((voucher): [string, object] => [voucher.type, sides(voucher)]);
    expect(typed(back)).toEqual([
      ['Payment', { 'Website Customers': -50_000, Razorpay: 50_000 }],
      ['Receipt', { Razorpay: -50_000, 'Website Customers': 50_000 }],
    ]);
    expect(typed(borne.id)).toEqual([
      [
        'Receipt',
        // The customer bore ₹29.99 and ₹5.40 of tax; the agency can claim the tax.
        {
          Razorpay: -149_950,
          'Payment Gateway Charges': 540,
          'Input IGST': -540,
          'Website Customers': 149_950,
        },
      ],
    ]);
    expect(typed(dispute.id)).toEqual([
      ['Payment', { 'Payments Lost in Disputes': -70_000, Razorpay: 70_000 }],
      ['Receipt', { Razorpay: -70_000, 'Payments Lost in Disputes': 70_000 }],
    ]);
    expect(typed('pay_ODD')).toEqual([['Receipt', { Razorpay: -777, 'Suspense A/c': 777 }]]);
    expect(typed('rfnd_ODD')).toEqual([
      ['Payment', { 'Suspense A/c': -55, Razorpay: 55 }],
      ['Receipt', { Razorpay: -55, 'Suspense A/c': 55 }],
    ]);
    expect(typed('pay_DOLLARS')).toEqual([]);
    expect(typed(settlement.id)).toEqual([['Contra', { 'Bank Account': -100_000, Razorpay: 100_000 }]]);
    expect(find(vouchers, settlement.id)[0]?.narration).toContain('UTR7');

    for (const { postings } of vouchers) {
      expect(sum(postings.map(({ amount }) => amount))).toBe(0);
      for (const { amount, isDebit } of postings) expect(isDebit).toBe(amount < 0);
    }
    // Tally identifies a voucher by its id, also at a second import.
    const ids = vouchers.map((voucher) => voucher.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(readTally(await makeFile('tally')).map((voucher) => voucher.id)).toEqual(ids);
    expect(readTally(await makeFile('tally', { from: '2026-11-01', to: '2026-11-30' }))).toEqual([]);
  });

  test('of manual entries: bank, TDS, write-off and credit, and their counter-entries', async () => {
    const at = { currency: 'INR', at: noon };
    const facts: Fact[] = [
      { kind: 'received', subject: 'v-neft', amount: 40_000, ...at },
      { kind: 'received', subject: 'v-neft', amount: -40_000, ...at },
      { kind: 'cheque', subject: 'v-cheque', amount: 9000, ...at },
      { kind: 'tds', subject: 'v-tds', amount: 10_000, ...at },
      { kind: 'written-off', subject: 'v-lost', amount: 700, ...at },
      { kind: 'credited', subject: 'v-credit', amount: 800, ...at },
      { kind: 'moved', subject: 'v-moved', amount: 777, payment_id: 'pay_ODD', ...at },
    ];
    await addEntries(db, facts, 'staff', noon);
    const vouchers = find(readTally(await makeFile('tally')), '-v-');
    expect(vouchers.map((voucher) => [voucher.type, sides(voucher)])).toEqual([
      ['Receipt', { 'Bank Account': -40_000, 'Website Customers': 40_000 }],
      ['Payment', { 'Website Customers': -40_000, 'Bank Account': 40_000 }],
      ['Journal', { 'TDS Receivable': -10_000, 'Website Customers': 10_000 }],
      ['Journal', { 'Bad Debts Written Off': -700, 'Website Customers': 700 }],
      ['Journal', { 'Discounts and Credit Notes': -800, 'Website Customers': 800 }],
      ['Journal', { 'Suspense A/c': -777, 'Website Customers': 777 }],
    ]);
  });

  test('have the owner’s ledger names, and a customer’s name cannot break out of its field', async () => {
    const { id: subject } = await paid({ customerName: hostile, billNumber: ']]><x>' });
    const names = { ...defaultNames, customers: '{customer}', bank: 'HDFC “चालू” & Co', gateway: '<R>' };
    await storeLedgerNames(db, names);
    const xml = await makeFile('tally');
    await storeLedgerNames(db, defaultNames);
    const [voucher] = find(readTally(xml), subject);
    const shown = 'आशा & <b>"محمد"\u202e \ufffd =cmd|\' /C calc\'!A0';
    expect(voucher?.party).toBe(shown);
    expect(voucher?.postings.at(-1)).toMatchObject({ ledger: shown, bill: ']]><x>' });
    expect(voucher?.postings[0]?.ledger).toBe('<R>');
    expect(xml).toContain('HDFC “चालू” &amp; Co');
  });
});

describe('files for Zoho Books', () => {
  test('have payments by invoice, with the gateway’s charges', async () => {
    const { id: subject } = await paid({ billNumber: 'INV-8', customerName: '=HYPERLINK("x")' });
    const row = readRows(await makeFile('zoho-payments')).find((one) => one['Payment Number'] === subject);
    expect(row).toMatchObject({
      ...{ Date: '2026-10-12', 'Customer Name': `'=HYPERLINK("x")`, Amount: '1499.50' },
      ...{ 'Invoice Number': 'INV-8', 'Amount Applied to Invoice': '1499.50', 'Deposit To': 'Razorpay' },
      ...{ 'Bank Charges': '35.39', 'Currency Code': 'INR', Mode: 'UPI' },
    });
  });

  test('together with the journals have everything that Tally gets, debits equal to credits', async () => {
    const tally = readTally(await makeFile('tally'));
    const payments = readRows(await makeFile('zoho-payments'));
    const journals = Map.groupBy(readRows(await makeFile('zoho-journals')), (row) => row['Journal Number']);
    expect(payments.length + journals.size).toBe(tally.length);
    for (const rows of journals.values()) {
      const [debit, credit] = ['Debit', 'Credit'].map((side) => sum(rows.map((row) => paise(row[side]))));
      expect(debit).toBe(credit);
      expect(debit).toBeGreaterThan(0);
    }
  });

  test('settlements have a separate file, with UTR, status and fees', async () => {
    await settle((await paid()).id, 'UTR8');
    const rows = readRows(await makeFile('settlements'));
    expect(rows.find(({ UTR }) => UTR === 'UTR8')).toMatchObject({
      ...{ Status: 'processed', 'Transferred (INR)': '1000.00' },
      ...{ 'Sum of lines (INR)': '1000.00', 'Fees of its payments (INR)': '35.39' },
    });
  });
});

test('10,000 entries are streamed in pages', async () => {
  const order = await house.order();
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    ...{ kind: 'captured' as const, subject: `pay_many${index}`, order_id: order.id, amount: 100 },
    ...{ currency: 'INR', at: noon - 30 * 86_400_000 },
  }));
  await addEntries(db, rows, 'webhook', noon);
  const file = await accountingFile(db, 'tally', { from: '2026-09-01', to: '2026-09-30' });
  let [parts, longest, xml] = [0, 0, ''];
  const decoder = new TextDecoder();
  for await (const part of file.body ?? []) {
    parts += 1;
    longest = Math.max(longest, part.byteLength);
    xml += decoder.decode(part, { stream: true });
  }
  expect(new Set(readTally(xml).map((voucher) => voucher.id)).size).toBe(10_000);
  expect(parts).toBeGreaterThan(10);
  const csv = await house.csv({ from: '2026-09-01', to: '2026-09-30' });
  expect(new Set(csv.trimEnd().split('\r\n')).size).toBe(10_001);
  // A page of 1,000.
  expect(longest).toBeLessThan(2_000_000);
});
