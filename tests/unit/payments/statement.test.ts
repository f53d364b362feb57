import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#web/database/database.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { matchBank, namesUtr, unmatched } from '#web/payments/bank/match.ts';
import { linesOf, readStatement, statementAmount, statementDay } from '#web/payments/bank/statement.ts';

test.each([
  ['31/03/2026', '2026-03-31'],
  ['31-03-26', '2026-03-31'],
  ['01-Apr-2026', '2026-04-01'],
  ['1 Sept 2026', '2026-09-01'],
  ['05/04/2026 10:11:12', '2026-04-05'],
  ['2026-03-31T10:11', '2026-03-31'],
  ['31/02/2026', undefined],
  ['03/31/2026', undefined],
  ['Opening balance', undefined],
  ['', undefined],
])('the day %j is %j', (cell, day) => expect(statementDay(cell)).toBe(day));

test.each([
  ['1,00,000.00', undefined, 10_000_000],
  ['₹ 2,500.5', undefined, 250_050],
  ['2,500.00 Dr', undefined, -250_000],
  ['2500.00CR', undefined, 250_000],
  ['2500', 'DR', -250_000],
  ['2500', 'C', 250_000],
  ['(500.00)', undefined, -50_000],
  ['-500.00', undefined, -50_000],
  ['', undefined, 0],
  ['-', undefined, 0],
  ['1,234,5.00', undefined, undefined],
  ['12.345', undefined, undefined],
  ['=1+1', undefined, undefined],
  ['INV-7', undefined, undefined],
])('the amount %j with %j is %j', (cell, side, paise) => expect(statementAmount(cell, side)).toBe(paise));

const withTwo = `﻿HDFC Bank Ltd.,,,,,,
Account No :,'5010000000000,,,,,
Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
01/04/26,NEFT CR-RAZORPAY SOFTWARE-UTR1234567890,UTR1234567890,01/04/26,,"1,46,411.00","2,46,411.00"
01/04/26,"=HYPERLINK(""http://x"")",,01/04/26,5.90,,"2,46,405.10"
01/04/26,CHARGES,,01/04/26,5.90,,"2,46,399.20"
01/04/26,CHARGES,,01/04/26,5.90,,"2,46,393.30"
02/04/26,मोहम्मद محمد TRANSFER,,02/04/26,,500.00,"2,46,893.30"
Statement Summary,,,,,,`;
const withSide =
  'Txn Date;Particulars;Amount;Dr/Cr\n03-Apr-2026;UPI/RAZORPAY;2,500.00;CR\n03-Apr-2026;Rent;40,000.00;DR\n';

const readAll = (csv: string) => {
  const statement = readStatement(csv);
  if ('error' in statement || !statement.guess) throw new Error(JSON.stringify(statement));
  return { statement, ...linesOf(statement, statement.guess) };
};

describe('a statement', () => {
  test('is found below what stands above it, with deposits and withdrawals, and says what it leaves out', () => {
    const { lines, unread } = readAll(withTwo);
    expect(lines.map(({ day, amount }) => [day, amount])).toEqual([
      ['2026-04-01', 14_641_100],
      ['2026-04-01', -590],
      ['2026-04-01', -590],
      ['2026-04-01', -590],
      ['2026-04-02', 50_000],
    ]);
    expect(lines[4]?.text).toBe('मोहम्मद محمد TRANSFER');
    expect(unread).toEqual([9]);
    expect(readAll(withSide).lines.map(({ amount }) => amount)).toEqual([250_000, -4_000_000]);
  });

  test('that overlaps another names what they share alike, and equal lines apart', () => {
    const first = readAll(withTwo).lines.map(({ id }) => id);
    expect(new Set(first).size).toBe(5);
    const part = withTwo.split('\n').toSpliced(3, 1).toSpliced(0, 2).join('\n');
    expect(readAll(part).lines.map(({ id }) => id)).toEqual(first.slice(1));
  });

  test('without titles that are known has to be told its columns', () => {
    const statement = readStatement('Wann,Was,Haben\n01/04/2026,RAZORPAY,"1,000.00"\n');
    expect(statement).toMatchObject({ header: ['Wann', 'Was', 'Haben'], guess: undefined });
    if ('error' in statement) throw new Error(statement.error);
    expect(linesOf(statement, { day: 0, text: 1, credit: 2 }).lines).toMatchObject([{ amount: 100_000 }]);
  });

  test.each(['', 'Date,Narration,Deposit Amt.\n', '"a'])('%j is refused or has no lines', (csv) => {
    const statement = readStatement(csv);
    expect('error' in statement || statement.rows.length === 0).toBe(true);
  });
});

test('a UTR is found whole, whatever stands round it', () => {
  const line = (text: string) => ({ text, reference: '' });
  expect(namesUtr(line('NEFT CR-HDFC0000001-RAZORPAY/AXISCN0123456789'), 'AXISCN0123456789')).toBe(true);
  expect(namesUtr(line('neft axiscn0123456789'), 'AXISCN0123456789')).toBe(true);
  expect(namesUtr(line('AXISCN01234567891'), 'AXISCN0123456789')).toBe(false);
  expect(namesUtr(line('12345 of 1'), '1')).toBe(false);
});

describe('a bank and its settlements', () => {
  let folder: string;
  let db: Database;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'bank-'));
    db = await openDatabase({ folder });
  });
  afterAll(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  test('are matched by UTR and amount, each once, and what does not match is shown both ways', async () => {
    const noon = Date.parse('2026-04-10T06:30:00.000Z');
    const day = 86_400_000;
    const settlement = (id: string, amount: number, utr: string | null, at = noon, status = 'processed') => ({
      ...{ id, amount, utr, status, fees: 0, tax: 0, created_at: moment(at) },
    });
    await db
      .insertInto('settlements')
      .values([
        settlement('setl_right', 100_000, 'UTR0000001'),
        settlement('setl_other', 100_000, 'UTR0000002'),
        settlement('setl_missing', 300_000, 'UTR0000003'),
        settlement('setl_failed', 400_000, 'UTR0000004', noon, 'failed'),
        settlement('setl_later', 500_000, 'UTR0000005', noon + 40 * day),
        // 1 April in India, and not yet in Greenwich.
        settlement('setl_night', 600_000, 'UTR0000006', Date.parse('2026-03-31T19:30:00.000Z')),
      ])
      .execute();
    const line = (id: string, amount: number, text: string) => ({
      ...{ id, amount, text, reference: '', day: '2026-04-11', imported_at: moment(noon) },
    });
    await db
      .insertInto('bank_lines')
      .values([
        line('right', 100_000, 'NEFT RAZORPAY UTR0000001'),
        line('again', 100_000, 'NEFT RAZORPAY UTR0000001'),
        line('other', 99_500, 'NEFT RAZORPAY UTR0000002'),
        line('customer', 300_000, 'NEFT Asha Verma'),
        line('charges', -590, 'UTR0000003'),
      ])
      .execute();
    expect((await unmatched(db)).missing).toEqual([]);
    const imported = { lines: 5, added: 5, imported_at: moment(noon), imported_by: 'test' };
    await db
      .insertInto('bank_imports')
      .values({ from_day: '2026-04-01', to_day: '2026-04-30', ...imported })
      .execute();
    expect(await matchBank(db)).toBe(1);
    expect(await matchBank(db)).toBe(0);
    const { missing, deposits } = await unmatched(db);
    expect(missing.map(({ id }) => id).sort()).toEqual(['setl_missing', 'setl_night', 'setl_other']);
    expect(Object.fromEntries(deposits.map(({ id, wrong }) => [id, wrong]))).toEqual({
      again: 'setl_right',
      other: 'setl_other',
      customer: null,
    });
  });
});
