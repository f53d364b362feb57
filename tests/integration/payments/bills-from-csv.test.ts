import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBillApi } from './bill-api.ts';
import type { Shop } from './shop.ts';

type BillApi = Awaited<ReturnType<typeof openBillApi>>;
let shop: Shop;
let callBills: BillApi['callBills'];
let make: BillApi['make'];
let status: BillApi['status'];
let tokenOf: BillApi['tokenOf'];
beforeAll(async () => {
  ({ shop, callBills, make, status, tokenOf } = await openBillApi());
});
afterAll(() => shop.close());

const header = 'Bill Number,Name,Phone,E-mail,Amount,Due date,Note';
const send = (csv: string, more = {}) => callBills('/csv', { csv, dryRun: true, ...more });

test('200 bills with 10 faulty rows: each is reported, and nothing is created until they are corrected or skipped', async () => {
  const faults: Record<number, [string, string]> = {
    5: ['CSV-5,A,9876543210,,10,,', 'Name must be at least 2 characters'],
    20: ['CSV-20,Asha,12345,,10,,', 'Enter valid 10-digit mobile number'],
    40: [',Asha,9876543210,,10,,', 'Bill number is required'],
    60: ['CSV-60,Asha,9876543210,,0,,', 'Enter valid amount (1 to 10,00,000)'],
    80: ['CSV-80,Asha,9876543210,,"1499,50",,', 'Enter valid amount (1 to 10,00,000)'],
    100: ['CSV-100,Asha,9876543210,asha@,10,,', 'Enter a valid e-mail address'],
    120: ['CSV-120,Asha,9876543210,,10,31/02/2026,', 'for example 31/03/2026'],
    140: ['csv 3,Asha,9876543210,,10,,', 'on line 4'],
    160: ['CSV-160,Asha,9876543210,,1,499.50,,', 'quotation marks'],
    180: ['CSV-KNOWN,Asha,9876543210,,11,,', 'different name, amount'],
  };
  await make({
    billNumber: 'CSV-KNOWN',
    name: 'Somebody',
    phone: '9876543210',
    amount: '10',
    dueOn: '',
    note: '',
  });
  const rows = Array.from({ length: 200 }, (_, index) => {
    const fault = faults[index + 1];
    // A number with a space is the same as one without.
    return fault
      ? fault[0]
      : `${index === 2 ? 'CSV3' : `CSV-${index + 1}`},"Asha, ""AV"" Verma",098765 43210,a@example.com,"1,499.50",2026-03-31,March`;
  });
  const csv = `\ufeff${[header, ...rows].join('\r\n')}\r\n`;
  const dry = await send(csv);
  expect(dry.json).toMatchObject({ done: false, counts: { new: 190, made: 0, known: 0, faulty: 10 } });
  const named = dry.json.rows.filter((row: { outcome: string }) => row.outcome === 'faulty');
  expect(named.map((row: { line: number }) => row.line)).toEqual(
    Object.keys(faults).map((row) => Number(row) + 1),
  );
  for (const { line, problem } of named) expect(problem).toContain(faults[line - 1]?.[1]);
  expect((await send(csv, { dryRun: false })).json).toMatchObject({ done: false, counts: { made: 0 } });
  const made = await send(csv, { dryRun: false, skipFaulty: true });
  expect(made.json).toMatchObject({ done: true, counts: { new: 0, made: 190, known: 0, faulty: 10 } });
  expect(made.json.rows[0].bill).toMatchObject({
    amount: 149_950,
    customer_name: 'Asha, "AV" Verma',
    customer_phone: '9876543210',
  });
  expect((await status(tokenOf(made.json.rows[0].bill.url))).json.billNumber).toBe('CSV-1');
  const again = await send(csv, { dryRun: false, skipFaulty: true });
  expect(again.json.counts).toEqual({ new: 0, made: 0, known: 190, faulty: 10 });
  expect(again.json.rows[0].bill).toEqual(made.json.rows[0].bill);
  const auditRows = await shop.ledger
    .selectFrom('audit')
    .select('subject')
    .where('act', '=', 'bills.imported')
    .execute();
  expect(auditRows).toEqual([{ subject: '190 bills' }]);
});

test('reads semicolons, another column order and rows over two lines', async () => {
  const csv =
    'Amount;Note;Name;Bill no.;Phone\n\n10;"two\nlines";Asha;SEMI-1;9876543210\n;;;;\n1,000;ok;Asha;SEMI-2;919876543210\n';
  const { json } = await send(csv);
  expect(json.rows).toMatchObject([
    { bill_number: 'SEMI-1', outcome: 'new' },
    { line: 6, bill_number: 'SEMI-2', outcome: 'new' },
  ]);
});

test('reads dates as written in India, and explains numbers that Excel shortened', async () => {
  const rows = [
    'DATE-1,Asha,9876543210,,10,31-Mar-26,',
    'DATE-2,Asha,9876543210,,10,31 March 2026,',
    'CUT-1,Asha,9.87654E+09,,10,,',
    '2.02603E+11,Asha,9876543210,,1.5E+05,,',
  ];
  const { json } = await send([header, ...rows].join('\n'), { dryRun: false, skipFaulty: true });
  expect(json.rows).toMatchObject([
    { outcome: 'made', bill: { due_on: '2026-03-31' } },
    { outcome: 'made', bill: { due_on: '2026-03-31' } },
    { outcome: 'faulty', problem: expect.stringContaining('Excel shortened this number to 9.87654E+09') },
    { outcome: 'faulty', problem: expect.stringContaining('Format the column as Text') },
  ]);
});

test('numbers that spreadsheets must not change are read, and dates that Excel made of numbers are explained', async () => {
  const rows = [
    `="00042",Asha,="9876543210",,"=""1,499.50""",="31/03/2026",'=5+1`,
    '"=""03-26""",Asha,9876543210,,10,,',
    '="Apr-26",Asha,9876543210,,10,,',
    'Mar-26,Asha,9876543210,,10,,',
    '01-Feb,Asha,9876543210,,10,,',
    'MARIGOLD-26,Asha "AV" Verma,9876543210,,10,,',
  ];
  const { json } = await send([header, ...rows].join('\n'), { dryRun: false, skipFaulty: true });
  const problem = expect.stringContaining('Format the column as Text');
  expect(json.rows).toMatchObject([
    { outcome: 'made', bill: { bill_number: '00042', amount: 149_950, due_on: '2026-03-31', note: '=5+1' } },
    { outcome: 'made', bill: { bill_number: '03-26' } },
    { outcome: 'made', bill: { bill_number: 'Apr-26' } },
    { outcome: 'faulty', problem },
    { outcome: 'faulty', problem },
    { outcome: 'made', bill: { customer_name: 'Asha "AV" Verma' } },
  ]);
});

test('two people send the same file at once: each bill is created once', async () => {
  const csv = `${header}\n${Array.from({ length: 50 }, (_, index) => `BOTH-${index},Asha,9876543210,,10,,`).join('\n')}`;
  const responses = await Promise.all([1, 2, 3].map(() => send(csv, { dryRun: false })));
  const made = responses.map(({ json }) => json.counts.made);
  expect([
    made.reduce((sum, one) => sum + one, 0),
    responses.every(({ json }) => json.counts.faulty === 0),
  ]).toEqual([50, true]);
  const urls = responses.map(({ json }) => json.rows.map((row: { bill: { url: string } }) => row.bill.url));
  expect([urls[1], urls[2]]).toEqual([urls[0], urls[0]]);
});

test.each([
  ['no rows', header, 'no bills'],
  ['nothing', '', ''],
  ['no header', 'X-1,Asha,9876543210,,10,,\nX-2,Asha,9876543210,,10,,', 'Unknown column'],
  ['a column missing', 'Bill number,Name,Phone\nX,Asha,9876543210', '“amount” is missing'],
  ['a column twice', `${header},Name\nX,Asha,9876543210,,10,,,Asha`, 'same name'],
  ['an open quote', `${header}\n"X,Asha,9876543210,,10,,`, 'quotation marks'],
  ['too many rows', `${header}\n${'X,Asha,9876543210,,10,,\n'.repeat(2001)}`, 'at most 2000'],
])('%s is refused with instructions', async (_what, csv, message) => {
  const { status: code, json } = await send(csv);
  expect(code).toBe(400);
  expect(json.error).toContain(message);
});
