import { afterAll, beforeAll, expect, test } from 'vitest';
import { keys, startSandbox } from './sandbox.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1';
const without = (...flows: string[]) => ({ display: { hide: [{ method: 'upi', flows }] } });

/** Opens the checkout's UPI page. Returns its HTML and a function that submits its forms. */
async function upiPage(userAgent: string, config?: object) {
  const { id: order_id } = await sandbox.call('POST', 'orders', { amount: 50_000, currency: 'INR' });
  const options = JSON.stringify({ key: keys.key_id, order_id, name: 'Agency', config });
  const begun = await fetch(`${sandbox.url}/v1/checkout/session`, {
    method: 'POST',
    headers: { 'user-agent': userAgent },
    body: new URLSearchParams({ options, origin: 'https://shop.example' }),
    redirect: 'manual',
  });
  const at = `${sandbox.url}${begun.headers.get('location')}`.replace(/methods$/, '');
  const post = (step: string, fields: Record<string, string>) =>
    fetch(at + step, { method: 'POST', body: new URLSearchParams(fields) }).then((page) => page.text());
  return { page: await (await fetch(`${at}upi`)).text(), post, order_id };
}

test.each([
  ['a desktop', desktop, undefined, ['<svg', 'Scan and pay', 'UPI ID'], ['PhonePe']],
  ['a desktop without typed ids', desktop, without('collect'), ['<svg', 'Scan and pay'], ['UPI ID']],
  ['a desktop without a code', desktop, without('qr'), ['UPI ID'], ['<svg', 'Scan and pay']],
  ['Android', android, undefined, ['PhonePe', 'UPI ID'], ['<svg']],
  ['Android without typed ids', android, without('collect'), ['Google Pay', 'Paytm'], ['UPI ID', '<svg']],
  ['an iPhone', iphone, { display: { hide: [] } }, ['PhonePe', 'UPI ID'], ['<svg']],
  ['options that are none', desktop, { display: 'all' }, ['<svg', 'UPI ID'], []],
])('shows UPI on %s', async (_name, userAgent, config, shown, hidden) => {
  const { page } = await upiPage(userAgent, config);
  for (const text of shown) expect(page).toContain(text);
  for (const text of hidden) expect(page).not.toContain(text);
});

test('showing a QR code starts an attempt, and scanning it pays', async () => {
  const { post, order_id } = await upiPage(desktop, without('collect'));
  const authorization = `Basic ${Buffer.from(`${keys.key_id}:${keys.key_secret}`).toString('base64')}`;
  const attempts = async () => {
    const { items } = await (
      await fetch(`${sandbox.url}/v1/orders/${order_id}/payments`, { headers: { authorization } })
    ).json();
    return items.map(({ status, method }: { status: string; method: string }) => [method, status]);
  };
  expect(await attempts()).toEqual([['upi', 'created']]);
  expect(await post('bank', { outcome: 'success' })).toContain('Payment successful');
  expect(await attempts()).toEqual([['upi', 'authorized']]);
});

test('refuses a typed UPI id if the shop hides the field', async () => {
  const { post } = await upiPage(desktop, without('collect'));
  expect(await post('upi', { vpa: 'success@razorpay' })).toContain('UPI ID is not enabled for this checkout');
});
