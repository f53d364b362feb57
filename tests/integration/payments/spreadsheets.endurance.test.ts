import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { writeTable } from '#studio/cities/table.ts';
import { csvRow, withoutGuard } from '#web/contracts/csv.ts';
import { accountingFile } from '#web/payments/accounting/files.ts';
import { exportCsv } from '#web/payments/back-office/export.ts';
import { temporaryFolder } from '../../support/close-afterwards.ts';
import { type CountingHouse, openTestLedger } from '../../unit/payments/test-ledger.ts';

const run = promisify(execFile);
const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;

const readRows = (csv: string) => z.array(z.array(z.string())).parse(parse(csv, { bom: true }));
/** Returns amounts by value, since spreadsheets leave out zeros at the end, and other text without its guard. */
const comparable = (cell: string) =>
  /^-?\d+(?:\.\d\d?)?$/.test(cell) && !/^0\d/.test(cell) && cell.length < 12
    ? String(Number(cell))
    : withoutGuard(cell);

describe.skipIf(!hasLibreOffice)('a CSV file that LibreOffice opened and saved', () => {
  const folder = temporaryFolder();
  let house: CountingHouse;
  beforeAll(async () => {
    house = await openTestLedger();
  });
  afterAll(() => house.close());

  async function saveAgain(csv: string): Promise<string> {
    writeFileSync(path.join(folder, 'file.csv'), csv);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const options = [profile, '--headless', '--convert-to', 'csv', '--outdir', `${folder}/saved`];
    await run('soffice', [...options, path.join(folder, 'file.csv')]);
    return readFileSync(path.join(folder, 'saved/file.csv'), 'utf8');
  }
  const comparableRows = (csv: string) => readRows(csv).map((row) => row.map(comparable));

  test('has the same UTRs, bill numbers, phones, times and amounts', async () => {
    const texts = [
      ...['412345678901', '4123456789012345', '1234567890123456789012', 'SBIN0012345678901', '00042'],
      ...['03-26', 'Mar-26', '1/2', '2026-03-31', '12E5', '1e5', '1.10', '1,00,000', '(42)', '10%', 'TRUE'],
      ...['+91 98765 43210', '098765 43210', '9876543210', '-5', '=1+1', '०४२', '１२３४', '24/7', '10:30'],
      ...['2026-03-31 16:05:00', 'Verma, "AV"', 'two\nlines', '₹ 42', '28.4594965', 'INV-0042'],
    ];
    const rows = texts.map((text, index) => [text, (index - 3) * 12_345_670]);
    const saved = readRows(await saveAgain(rows.map((row) => csvRow(row)).join('')));
    expect(saved.map(([text = '']) => withoutGuard(text))).toEqual(texts);
    expect(saved.map(([, amount]) => Math.round(Number(amount) * 100))).toEqual(
      rows.map(([, paise]) => paise),
    );
    const cities = await saveAgain(writeTable([['City'], ...texts.map((text) => [text])]));
    expect(
      readRows(cities)
        .slice(1)
        .map(([text = '']) => withoutGuard(text)),
    ).toEqual(texts);
  });

  test('has the same payments and settlements', async () => {
    const bill = await house.makeBill(5_000_000, { bill_number: '03-26' });
    await house.record(bill.id, { amount: 1_250_050, reference: '412345678901' });
    await house.record(bill.id, { kind: 'cheque', amount: 10_000, reference: '000123' });
    await house.pay('00042', 149_950);
    for (const file of [await exportCsv(house.db, {}), await accountingFile(house.db, 'settlements', {})]) {
      const csv = await file.text();
      expect(comparableRows(await saveAgain(csv))).toEqual(comparableRows(csv));
    }
  });
});
