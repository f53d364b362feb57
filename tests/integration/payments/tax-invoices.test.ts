/** @module-tag protect */
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { pdf, pdfFile } from '../../support/pdf.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { openBillApi } from './bill-api.ts';

const { shop, callBills, make, status, order, pay } = await openBillApi({
  DATABASE_URL: await createRunDatabase(),
});
afterAll(() => shop.close());

type Form = BodyInit | undefined;
/** Sends a form as the Studio does. */
async function send(path: string, body: Form, headers = {}) {
  const response = await fetch(`${shop.stack.siteUrl}/api/payments/bills${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.stack.token('finance')}`, ...headers },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, json: await response.json() };
}
function form(...files: File[]) {
  const data = new FormData();
  for (const file of files) data.append('file', file);
  return data;
}
const download = (token: string, init: RequestInit = {}) =>
  fetch(`${shop.stack.siteUrl}/api/bill-invoice/${token}`, init);

test('the holders of the link and of the receipt download the file, and nobody else', async () => {
  const bill = await make();
  expect((await download(bill.link)).status).toBe(404);
  expect((await status(bill.link)).json.invoice).toBeUndefined();
  const name = 'चालान 1.pdf';
  expect(await send(`/${bill.id}/invoice`, form(pdfFile(name)))).toMatchObject({ status: 200 });
  expect((await status(bill.link)).json.invoice).toBe(`/api/bill-invoice/${bill.link}`);
  const file = await download(bill.link);
  expect(await file.text()).toBe(pdf(name));
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`filename*=UTF-8''${encodeURIComponent(name)}`),
    'accept-ranges': 'bytes',
    'cache-control': expect.stringContaining('private, no-store'),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const head = await download(bill.link, { method: 'HEAD', headers: { range: 'bytes=0-4' } });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([
    200,
    file.headers.get('etag'),
    '',
  ]);
  const part = await download(bill.link, { headers: { range: 'bytes=0-4' } });
  expect([part.status, await part.text()]).toEqual([206, '%PDF-']);

  await order(bill, 400);
  await pay(bill, 600);
  const orders = await shop.ledger.selectFrom('orders').selectAll().where('bill_id', '=', bill.id).execute();
  const receiptOf = (isPaid: boolean) =>
    orders.find(({ status: word }) => (word === 'paid') === isPaid)?.receipt_token ?? '';
  const receipt = `${shop.stack.siteUrl}/pay-online/receipt/${receiptOf(true)}`;
  const html = await (await fetch(receipt)).text();
  const [, token = ''] = /\/api\/bill-invoice\/([\w-]+)/.exec(html) ?? [];
  expect((await download(token)).status).toBe(200);
  const other = await make();
  for (const stranger of [receiptOf(false), other.link, bill.id, `${bill.link}x`, '..%2f..', '%00'])
    expect([stranger, (await download(stranger)).status]).toEqual([stranger, 404]);
  await callBills(`/${bill.id}/link/withdraw`, {});
  expect((await download(bill.link)).status).toBe(404);
  expect((await download(token)).status).toBe(200);
  await callBills(`/${bill.id}/invoice/remove`, {});
  expect((await download(token)).status).toBe(404);
});

test('a form of several files reports which went to which bill', async () => {
  const [first, second] = [
    await make({ billNumber: 'MANY/2026/1' }),
    await make({ billNumber: 'MANY/2026/2' }),
  ];
  const files = ['MANY-2026-1.pdf', 'MANY-2026-2 Verma.pdf', 'unknown.pdf'].map((name) => pdfFile(name));
  const { json } = await send('/invoices', form(...files, pdfFile('MANY-2026-3.pdf', '<html>')));
  const all = json.files.map(({ outcome, bill }: { outcome: string; bill: { id: string } | null }) => [
    outcome,
    bill?.id,
  ]);
  expect(all).toEqual(
    [['added', first.id], ['added', second.id], ['refused'], ['refused']].map(([a, b]) => [a, b]),
  );
  const read = await shop.staff(`/bills/${first.id}/invoice`);
  expect([read.headers.get('cache-control'), await read.text()]).toEqual([
    'no-store',
    pdf('MANY-2026-1.pdf'),
  ]);
});

const boundary = 'x'.repeat(30);
/** Returns a form as bytes, with a part's headers as given. */
const raw = (headers: string, content = pdf(), end = `\r\n--${boundary}--\r\n`) =>
  `--${boundary}\r\n${headers}\r\n\r\n${content}${end}`;
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const part = 'Content-Disposition: form-data; name="file"; filename=';

test.each<[name: string, body: Form, headers: Record<string, string>, statuses: number[]]>([
  ['nothing', undefined, multipart, [400]],
  ['no file', form(), {}, [400]],
  ['JSON', '{}', { 'content-type': 'application/json' }, [415]],
  ['a PDF without a form', pdf(), { 'content-type': 'application/pdf' }, [415]],
  ['no boundary', raw(`${part}"a.pdf"`), { 'content-type': 'multipart/form-data' }, [400]],
  ['a part that is cut off', raw(`${part}"a.pdf"`, pdf(), ''), multipart, [400]],
  ['a part without headers', raw(''), multipart, [400]],
  ['a text instead of a file', raw('Content-Disposition: form-data; name="file"'), multipart, [400]],
  ['another field', raw(`${part.replace('"file"', '"other"')}"a.pdf"`), multipart, [400]],
  ['a gzip body', raw(`${part}"a.pdf"`), { ...multipart, 'content-encoding': 'gzip' }, [415]],
  ['a null byte in the name', raw(`${part}"a\0b.pdf"`), multipart, [200, 400]],
  ['a line break in the name', raw(`${part}"a%0D%0ASet-Cookie: a=b.pdf"`), multipart, [200, 400]],
  ['a name that is a path', raw(`${part}"../../../etc/passwd"`), multipart, [200]],
  ['a very long name', raw(`${part}"${'a'.repeat(8000)}.pdf"`), multipart, [200, 400]],
  ['a name of __proto__', raw(`${part}"__proto__"`), multipart, [200]],
  ['a wrong content type', form(new File([pdf()], 'a.pdf', { type: 'text/html' })), {}, [200]],
  ['HTML', form(pdfFile('a.pdf', '<script>alert(1)</script>')), {}, [400]],
  ['two files', form(pdfFile('a.pdf'), pdfFile('b.pdf')), {}, [400]],
])('%s is refused or harmless', async (_name, body, headers, statuses) => {
  const { id, link } = await make();
  const { status, json } = await send(`/${id}/invoice`, body, headers);
  expect(statuses, JSON.stringify(json)).toContain(status);
  const file = await download(link);
  expect(file.status).toBe(status === 200 ? 200 : 404);
  if (status === 200) expect(file.headers.get('content-type')).toBe('application/pdf');
});

test('a body above the limit is refused before it is read', async () => {
  const { id } = await make();
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${shop.stack.siteUrl}/api/payments/bills/${id}/invoice`, {
      method: 'POST',
      headers: {
        ...multipart,
        authorization: `Bearer ${shop.stack.token('finance')}`,
        'content-length': 30_000_000,
      },
    });
    sent.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject);
    sent.write(raw(part).slice(0, 50));
  });
  expect(answer).toBe(413);
});
