import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { second } from '#web/contracts/durations.ts';
import { pay } from '#web/payments/browser/pay.ts';

const bill = { billNumber: 'INV-1', customerName: 'Asha', customerPhone: '9876543210', amountPaise: 149_950 };
const say = vi.fn();
const send = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('window', {
    location: { origin: '' },
    Razorpay: class {
      readonly #dismiss: () => void;
      constructor({ modal }: { modal: { ondismiss: () => void } }) {
        this.#dismiss = modal.ondismiss;
      }
      open = () => this.#dismiss();
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = () =>
  pay(bill, {
    ...{ checkoutScript: '', merchant: '', colour: '', upiLimit: 0, link: undefined },
    ...{ requestKey: 'one-key', say, confirm: async () => true },
  });
const lost = {
  'the connection is refused': () => Promise.reject(new TypeError('Failed to fetch')),
  'the response is HTML': async () => new Response('<html>', { status: 502 }),
};
const texts = () => say.mock.calls.map(([text]) => typeof text);

for (const [what, response] of Object.entries(lost)) {
  test(`${what}: after two seconds the form says that it tries again, and it fails within six`, async () => {
    send.mockImplementation(response);
    const ended = vi.fn();
    void begin().then(ended);
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(texts()).toEqual(['string']);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4 * second);
    expect(ended.mock.calls).toEqual([[{ kind: 'failed', message: undefined, fieldErrors: {} }]]);
    expect(texts()).toEqual(['string', 'undefined']);
    // The key makes the site return the same order.
    expect(send.mock.calls.length).toBeGreaterThan(2);
    for (const [, { headers }] of send.mock.calls)
      expect(new Headers(headers).get('idempotency-key')).toBe('one-key');
  });

  test(`${what}, then answers: the checkout opens, and the text goes`, async () => {
    send.mockImplementation(response);
    const result = begin();
    await vi.advanceTimersByTimeAsync(2 * second);
    send.mockImplementation(async () =>
      Response.json({ keyId: 'k', amount: 149_950, currency: 'INR', orderId: 'order_1' }),
    );
    await vi.advanceTimersByTimeAsync(4 * second);
    expect(await result).toEqual({ kind: 'cancelled' });
    expect(texts()).toEqual(['string', 'undefined']);
  });
}

test('offline, an order fails at once', async () => {
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  send.mockImplementation(lost['the connection is refused']);
  expect(await begin()).toMatchObject({ kind: 'failed' });
  expect(send.mock.calls).toHaveLength(1);
});
