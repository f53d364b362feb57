import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createGateway } from '#web/payments/razorpay/client.ts';
import { timeouts } from '../../support/timeouts.ts';

test('a call times out even if fetch is wrapped, as in Next, and garbage is collected meanwhile', async () => {
  const neverResponds = () => {};
  const gateway = createServer(neverResponds);
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const address = gateway.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => fetch(new Request(...request)));
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc'), 50);
  try {
    const { fetchPayment } = createGateway({
      keyId: 'rzp_test_key',
      keySecret: 'secret',
      apiUrl: `http://127.0.0.1:${port}`,
      timeoutMs: timeouts.attempt / 20,
    });
    await expect(fetchPayment('pay_1')).rejects.toMatchObject({ kind: 'timeout' });
  } finally {
    clearInterval(collecting);
    vi.unstubAllGlobals();
    gateway.closeAllConnections();
    gateway.close();
  }
});
