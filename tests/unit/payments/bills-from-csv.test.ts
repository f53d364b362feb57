import { expect, test } from 'vitest';
import { checkRows, makeBills } from '#web/payments/bills/change-bill.ts';
import { readCsv } from '#web/payments/bills/csv.ts';
import { asha, ledgerPerTest } from './test-ledger.ts';

const house = await ledgerPerTest();

const header = 'Bill Number,Name,Phone,E-mail,Amount,Due date,Note';
const withHeader = (...rows: string[]) => [header, ...rows].join('\n');

async function check(csv: string) {
  const read = readCsv(csv);
  if ('error' in read) throw new Error(read.error);
  return checkRows(house.db, read.rows, house.clock.at);
}
const make = async (csv: string) => {
  const link = { days: 60, reminderDays: [], now: house.clock.at };
  return makeBills(house.db, await check(csv), { staff: asha, ...link });
};
const count = (rows: { outcome: string }[]) => {
  const groups = Map.groupBy(rows, ({ outcome }) => outcome);
  return Object.fromEntries(Array.from(groups, ([outcome, { length }]) => [outcome, length]));
};

test.each([
  ['name', 'CSV-5,A,9876543210,,10,,', /\w/],
  ['phone', 'CSV-20,Asha,12345,,10,,', /\w/],
  ['billNumber', ',Asha,9876543210,,10,,', /\w/],
  ['amount', 'CSV-80,Asha,9876543210,,"1499,50",,', /\w/],
  ['email', 'CSV-100,Asha,9876543210,asha@,10,,', /e-mail/],
  ['dueOn', 'CSV-120,Asha,9876543210,,10,31/02/2026,', /31\/03\/2026/],
  ['billNumber', 'csv 1,Asha,9876543210,,10,,', /line 2/],
  ['row', 'CSV-160,Asha,9876543210,,1,499.50,,', /quotation marks/],
  [
    'billNumber',
    'HOUSE-1,Asha,9999999999,a@example.com,11,31/03/2026,March',
    /different name, phone, e-mail, amount, due date, note:/,
  ],
  ['phone', 'CUT-1,Asha,9.87654E+09,,10,,', /Excel shortened this number to 9\.87654E\+09/],
  ['billNumber', '2.02603E+11,Asha,9876543210,,10,,', /\w/],
  ['row', 'Mar-26,Asha,9876543210,,10,,', /Format the column as Text/],
])(
  'a fault in the field “%s” of the row %s is explained, and the other rows are made',
  async (field, row, problem) => {
    await house.makeBill(1000);
    const csv = withHeader(
      'CSV1,"Asha, ""AV"" Verma",098765 43210,a@example.com,"1,499.50",2026-03-31,March',
      row,
    );
    const [good, faulty] = await make(csv);
    const bill = { customer_name: 'Asha, "AV" Verma', customer_phone: '9876543210', amount: 149_950 };
    expect(good).toMatchObject({ outcome: 'made', bill });
    expect(faulty).toMatchObject({
      outcome: 'faulty',
      row: { line: 3 },
      faults: { [field]: expect.stringMatching(problem) },
    });
  },
);

test('checking creates nothing, and sending a file again creates nothing again', async () => {
  const csv = `\ufeff${withHeader('CSV-1,Asha,9876543210,,10,,', 'CSV-2,Asha,9876543210,,10,,')}\r\n`;
  expect(count(await check(csv))).toEqual({ new: 2 });
  expect(await house.db.selectFrom('bills').select('id').execute()).toEqual([]);
  const made = await make(csv);
  expect(count(made)).toEqual({ made: 2 });
  const again = await make(csv);
  expect(count(again)).toEqual({ known: 2 });
  expect(again.map((row) => 'bill' in row && row.bill)).toEqual(made.map((row) => 'bill' in row && row.bill));
  expect(await house.audited()).toMatchObject([{ act: 'bills.imported', subject: '2 bills' }]);
});

test('the number of a cancelled bill is refused while it holds a payment that is another customer’s', async () => {
  const { id } = await house.makeBill(1000, { bill_number: 'INV-5', customer_phone: '9000000001' });
  await house.change(id, 'cancel');
  const outcome = async (phone: string) => (await check(withHeader(`inv-5,Ravi,${phone},,10,,`)))[0]?.outcome;
  // Money that came through the cancelled bill's link stays with that bill.
  await house.pay('INV-5', 1000, id);
  expect(await outcome('9000000002')).toBe('new');
  const { paymentId } = await house.pay('INV-5', 1000);
  // The customer of the cancelled bill, the payer, and somebody else.
  const phones = ['9000000001', '9876543210', '9000000002'];
  expect(await Promise.all(phones.map(outcome))).toEqual(['new', 'new', 'faulty']);
  await house.refund(paymentId, 950);
  expect(await outcome('9000000002')).toBe('new');
});

test('two people send the same file at once: each bill is created once', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => `BOTH-${index},Asha,9876543210,,10,,`);
  const sent = await Promise.all([1, 2, 3].map(() => make(withHeader(...rows))));
  expect(count(sent.flat())).toEqual({ made: 50, known: 100 });
  const [first, ...others] = sent.map((all) => all.map((row) => 'bill' in row && row.bill));
  for (const other of others) expect(other).toEqual(first);
});

test('reads semicolons, another column order and rows over two lines', async () => {
  const csv =
    'Amount;Note;Name;Bill no.;Phone\n\n10;"two\nlines";Asha;SEMI-1;9876543210\n;;;;\n1,000;ok;Asha;SEMI-2;919876543210\n';
  expect(await check(csv)).toMatchObject([
    { outcome: 'new', bill: { bill_number: 'SEMI-1' } },
    { outcome: 'new', bill: { bill_number: 'SEMI-2', amount: 100_000 }, row: { line: 6 } },
  ]);
});

test.each([
  ['DATE-1,Asha,9876543210,,10,31-Mar-26,', { due_on: '2026-03-31' }],
  [
    `="00042",Asha,="9876543210",,"=""1,499.50""",="31/03/2026",'=5+1`,
    { bill_number: '00042', amount: 149_950, due_on: '2026-03-31', note: '=5+1' },
  ],
  ['"=""03-26""",Asha,9876543210,,10,,', { bill_number: '03-26' }],
  ['="Apr-26",Asha,9876543210,,10,,', { bill_number: 'Apr-26' }],
  ['MARIGOLD-26,Asha "AV" Verma,9876543210,,10,,', { customer_name: 'Asha "AV" Verma' }],
])('%s is read as spreadsheets and people in India write it', async (row, bill) => {
  expect(await check(withHeader(row))).toMatchObject([{ outcome: 'new', bill }]);
});

test.each([
  ['1,499', '1499'],
  ['Rs. 1,499.50/-', '1499.50'],
  ['"1,499",500', undefined],
  ['1,="499"', undefined],
  ['500,March', undefined],
])('the end of a row %s is refused if a comma may have split its amount %s', (cells, amount) => {
  const read = readCsv(`Bill number,Name,Phone,Amount,Note\nA-1,Asha,9876543210,${cells}`);
  const [row] = 'rows' in read ? read.rows : [];
  expect(row?.problem?.match(/Write ([\d.]+)/)?.[1]).toBe(amount);
});

test.each([
  ['no rows', header, /no bills/],
  ['no header', 'X-1,Asha,9876543210,,10,,\nX-2,Asha,9876543210,,10,,', /Unknown column/],
  ['a column missing', 'Bill number,Name,Phone\nX,Asha,9876543210', /“amount” is missing/],
  ['a column twice', `${header},Name\nX,Asha,9876543210,,10,,,Asha`, /same name/],
  ['an open quote', `${header}\n"X,Asha,9876543210,,10,,`, /quotation marks/],
  ['too many rows', `${header}\n${'X,Asha,9876543210,,10,,\n'.repeat(2001)}`, /at most 2000/],
])('%s is refused with instructions', (_what, csv, message) =>
  expect(readCsv(csv)).toEqual({ error: expect.stringMatching(message) }),
);
