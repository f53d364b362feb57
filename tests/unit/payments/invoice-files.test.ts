import { expect, test } from 'vitest';
import { attachment, fileResponse } from '#web/http/downloads.ts';
import { maxUpload } from '#web/http/uploads.ts';
import {
  addInvoice,
  addInvoices,
  invoiceName,
  readInvoice,
  readInvoiceByToken,
  removeInvoice,
} from '#web/payments/bills/invoice-files.ts';
import { eraseBills } from '#web/payments/ledger/bills.ts';
import { billMessage } from '#web/payments/messages/reminders.ts';
import { pdf, pdfFile } from '../../support/pdf.ts';
import { asha, ledgerPerTest, noonOf, ravi } from './test-ledger.ts';

const house = await ledgerPerTest();
const add = (billId: string, file: File, staff = asha) => addInvoice(house.payments, billId, file, staff);
const many = (...files: File[]) => addInvoices(house.payments, files, asha);
const named = (bill_number: string) => house.makeBill(5000, { bill_number });
const read = async (token: string | null) =>
  (await readInvoiceByToken(house.payments, token ?? ''))?.name ?? 0;

test('a file is added once, replaced and removed, each in the audit', async () => {
  const { id } = await named('INV-2026-001');
  const first = pdfFile('bill.pdf');
  expect(await add(id, first)).toEqual({ outcome: 'added' });
  expect(await add(id, first)).toEqual({ outcome: 'unchanged' });
  expect(await add(id, pdfFile('बिल.pdf'), ravi)).toEqual({ outcome: 'replaced' });
  const stored = await readInvoice(house.db, id);
  expect([stored?.name, Buffer.from(stored?.bytes ?? []).toString()]).toEqual(['बिल.pdf', pdf('बिल.pdf')]);
  expect(await house.bill(id)).toMatchObject({ invoice: 'बिल.pdf' });
  expect(await removeInvoice(house.payments, id, asha)).toBe(true);
  expect(await removeInvoice(house.payments, id, asha)).toBe(false);
  const subject = 'INV-2026-001';
  expect(await house.audited()).toMatchObject([
    { act: 'invoice.added', actor: 'Asha', subject, detail: 'bill.pdf' },
    { act: 'invoice.replaced', actor: 'Ravi', subject, detail: 'बिल.pdf instead of bill.pdf' },
    { act: 'invoice.removed', actor: 'Asha', subject, detail: 'बिल.pdf' },
  ]);
});

const whole = (size: number) => `${pdf()}${'x'.repeat(size - pdf().length - 6)}\n%%EOF`;

test.each<[content: BlobPart, isTaken: boolean]>([
  ['', false],
  ['<!doctype html><script>alert(1)</script>', false],
  [`<html>${pdf()}`, false],
  ['%PDF-1.7\n<html>cut off', false],
  [`%PDF-x${pdf().slice(6)}`, false],
  ['\0'.repeat(100), false],
  [`${pdf()}${' '.repeat(2000)}`, false],
  [whole(maxUpload + 1), false],
  [whole(maxUpload), true],
  [pdf().replace('1.7', '2.0'), true],
])('content %# is stored only if it is a PDF of at most 5 MB', async (content, isTaken) => {
  const { id } = await named('INV-2026-001');
  const { outcome } = await add(id, pdfFile('INV-2026-001.pdf', content));
  expect(outcome).toBe(isTaken ? 'added' : 'refused');
  expect((await readInvoice(house.db, id)) !== undefined).toBe(isTaken);
});

test.each([
  ['../../etc/passwd', 'passwd.pdf'],
  ['C:\\bills\\INV: 1.PDF', 'INV_ 1.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'a Set-Cookie_ x=1.pdf'],
  ['\u202egnp.fdp\u202c', 'gnp.fdp.pdf'],
  ['a\0b.pdf', 'a b.pdf'],
  ['', 'invoice.pdf'],
  ['..', 'invoice.pdf'],
  ['\u200b\u2060', 'invoice.pdf'],
  ['bill.pdf.exe', 'bill.pdf.exe.pdf'],
  ['"><script>.html', '___script_.html.pdf'],
  ['\ud800.pdf', 'invoice.pdf'],
  ['चालान १.pdf', 'चालान १.pdf'],
  [`${'क'.repeat(300)}.pdf`, `${'क'.repeat(100)}.pdf`],
])('the name %j is stored as %j, and fits in a header', (typed, name) => {
  expect(invoiceName(typed)).toBe(name);
  const header = attachment(name);
  expect(header).toMatch(/^attachment; filename="[ -~]+\.pdf"; filename\*=UTF-8''[\w%!~.-]+$/);
  expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(name);
  expect(new Headers({ 'content-disposition': header }).get('content-disposition')).toBe(header);
});

test('each of several files goes to the bill in its name, or says why not', async () => {
  const numbers = ['INV/2026/001', 'INV-2026-002', 'INV.2026.002', '7', 'चालान-२०२६'];
  for (const number of [...numbers, 'INV-2026-003-A', 'INV-2026-004']) await named(number);
  const cancelled = await named('OLD-2026-9');
  await house.change(cancelled.id, 'cancel');
  const reports = await many(
    pdfFile('Tax invoice INV_2026_001 Asha Verma.pdf'),
    pdfFile('INV-2026-002.pdf'),
    pdfFile('2026-10-7.pdf'),
    pdfFile('7.pdf'),
    pdfFile('चालान २०२६ (1).pdf'),
    pdfFile('INV-2026-003-A.pdf'),
    pdfFile('copy of inv-2026-003-a.PDF'),
    pdfFile('INV-2026-0011.pdf'),
    pdfFile('OLD-2026-9.pdf'),
    pdfFile('INV-2026-001 or चालान-२०२६.pdf'),
    pdfFile('\u202eINV-2026-004.html', '<html>'),
    // Its first 100 characters end in the number of another bill.
    pdfFile(`${'Invoice '.repeat(11)}INV-2026-0041.pdf`),
  );
  expect(reports.map(({ outcome, bill }) => [outcome, bill?.number ?? null])).toEqual([
    ['added', 'INV/2026/001'],
    ['refused', null],
    ['refused', null],
    ['added', '7'],
    ['added', 'चालान-२०२६'],
    ['added', 'INV-2026-003-A'],
    ['replaced', 'INV-2026-003-A'],
    ['refused', null],
    ['refused', null],
    ['refused', null],
    ['refused', 'INV-2026-004'],
    ['refused', null],
  ]);
});

test('only a working link and a paid receipt of the bill’s own link show the file', async () => {
  const bill = await named('INV-2026-001');
  const receiptOf = async (orderId: string) =>
    (await house.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow())
      .receipt_token;
  await add(bill.id, pdfFile('INV-2026-001.pdf'));
  const begun = await receiptOf((await house.begin(bill.bill_number, 5000, bill.id)).orderId);
  const typed = await receiptOf((await house.pay(bill.bill_number, 1000)).orderId);
  const paid = await receiptOf((await house.pay(bill.bill_number, 4000, bill.id)).orderId);
  const other = await named('INV-2026-002');
  const tokens = () =>
    Promise.all([bill.link_token, paid, begun, typed, other.link_token, bill.id, ''].map(read));
  const name = 'INV-2026-001.pdf';
  expect(await tokens()).toEqual([name, name, 0, 0, 0, 0, 0]);
  house.clock.at = noonOf('2027-10-12');
  expect(await tokens()).toEqual([0, name, 0, 0, 0, 0, 0]);
  await house.change(bill.id, 'renew-link');
  expect(await read(bill.link_token)).toBe(name);
  await house.change(bill.id, 'withdraw-link');
  expect(await read(bill.link_token)).toBe(0);
  await house.db.updateTable('bills').set({ cancelled_at: '2027-10-12T00:00:00.000Z' }).execute();
  expect(await tokens()).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test('the e-mail of a bill links the file, and erasing the bill deletes it', async () => {
  const bill = await house.makeBill(5000, { bill_number: 'INV-2026-001', customer_email: 'a@example.in' });
  const text = async () => billMessage(house.payments, await house.bill(bill.id))?.text;
  expect(await text()).not.toContain('/api/bill-invoice/');
  await add(bill.id, pdfFile('INV-2026-001.pdf'));
  expect(await text()).toContain(`/api/bill-invoice/${bill.link_token}`);
  await house.change(bill.id, 'cancel');
  const later = noonOf('2040-01-01');
  expect(await eraseBills(house.db, { endedBefore: later, paidSince: later, now: later })).toBe(1);
  expect(await readInvoice(house.db, bill.id)).toBeUndefined();
  expect(await add(bill.id, pdfFile('INV-2026-001.pdf'))).toMatchObject({ outcome: 'refused' });
});

const file = { name: 'a.pdf', type: 'application/pdf', digest: 'd1', bytes: new Uint8Array([1, 2, 3, 4, 5]) };
test.each<[headers: Record<string, string>, status: number, bytes: number[], range: string | null]>([
  [{}, 200, [1, 2, 3, 4, 5], null],
  [{ range: 'bytes=1-2' }, 206, [2, 3], 'bytes 1-2/5'],
  [{ range: 'bytes=3-' }, 206, [4, 5], 'bytes 3-4/5'],
  [{ range: 'bytes=-2' }, 206, [4, 5], 'bytes 3-4/5'],
  [{ range: 'bytes=-99' }, 206, [1, 2, 3, 4, 5], 'bytes 0-4/5'],
  [{ range: 'bytes=5-' }, 416, [], 'bytes */5'],
  [{ range: 'bytes=-0' }, 416, [], 'bytes */5'],
  [{ range: 'bytes=0-1,3-4' }, 200, [1, 2, 3, 4, 5], null],
  [{ range: 'bytes=2-1' }, 200, [1, 2, 3, 4, 5], null],
  [{ range: `bytes=${'9'.repeat(400)}-` }, 416, [], 'bytes */5'],
  [{ range: 'pages=1-2' }, 200, [1, 2, 3, 4, 5], null],
  [{ range: 'bytes=1-2', 'if-range': '"d1"' }, 206, [2, 3], 'bytes 1-2/5'],
  [{ range: 'bytes=1-2', 'if-range': '"d0"' }, 200, [1, 2, 3, 4, 5], null],
])('the headers %j get status %i', async (headers, status, bytes, range) => {
  const response = fileResponse(new Request('http://site', { headers }), file);
  expect([response.status, response.headers.get('content-range')]).toEqual([status, range]);
  expect(response.headers.get('cache-control')).toContain('private, no-store');
  expect([...(await response.bytes())]).toEqual(bytes);
  const head = fileResponse(new Request('http://site', { headers, method: 'HEAD' }), file);
  expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([200, null, '']);
});
