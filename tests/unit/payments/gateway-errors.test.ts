import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGateway } from '#web/payments/razorpay/client.ts';
import { timeouts } from '../../support/timeouts.ts';

/** Stands in for Razorpay: responds with the status that the requested payment's id ends with. */
let razorpay: Server;
let apiUrl: string;
const paths: string[] = [];

beforeAll(async () => {
  razorpay = createServer(({ url = '' }, response) => {
    paths.push(url);
    const status = Number(url.slice(-3));
    response.writeHead(status, { 'content-type': 'application/json', location: '/v1/payments/pay_404' });
    response.end(JSON.stringify({ error: { code: 'AN_ERROR', description: 'Said by the gateway' } }));
  }).listen(0);
  await once(razorpay, 'listening');
  const address = razorpay.address();
  apiUrl = `http://localhost:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => razorpay.close());

const fetchPayment = (id: string) =>
  createGateway({
    ...{ keyId: 'rzp_test_key', keySecret: 'secret', apiUrl },
    timeoutMs: timeouts.attempt,
  }).fetchPayment(id);

test.each([
  [400, 'refused'],
  [401, 'unauthorised'],
  [403, 'unauthorised'],
  [429, 'busy'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])('status %d of the gateway is the error "%s"', async (status, kind) => {
  await expect(fetchPayment(`pay_${status}`)).rejects.toMatchObject({ kind });
});

test('a redirect of the gateway is not followed, as it could lead elsewhere', async () => {
  await expect(fetchPayment('pay_302')).rejects.toMatchObject({ kind: 'unavailable' });
  expect(paths.filter((path) => path.endsWith('pay_404'))).toEqual([]);
});
