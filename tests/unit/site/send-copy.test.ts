import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minute } from '#web/contracts/durations.ts';
import { sendCopy } from '#web/enquiry/send-copy.ts';

const send = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { origin: 'https://www.agency.example' });
  const referrer = 'https://www.agency.example/pricing?x=1';
  vi.stubGlobal('document', { documentElement: { dataset: {} }, referrer });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const status = (code: number) => async () => new Response(null, { status: code });

test.each([
  ['the site is restarting', [status(502), status(503), status(204)], 3],
  ['the connection is lost', [() => Promise.reject(new TypeError('Failed to fetch')), status(204)], 2],
  ['the copy is refused', [status(400), status(204)], 1],
  ['there were too many', [status(429), status(204)], 1],
  ['the site stays away', [status(503), status(503), status(503), status(503), status(503)], 4],
])('if %s, a copy is sent until it has an answer', async (_what, responses, attempts) => {
  send.mockReset();
  for (const response of responses) send.mockImplementationOnce(response);
  const ended = sendCopy(new FormData());
  await vi.advanceTimersByTimeAsync(minute);
  await ended;
  expect(send.mock.calls).toHaveLength(attempts);
  const { body } = send.mock.calls[0]?.[1] ?? {};
  expect(body instanceof FormData && [body.get('copy'), body.get('from')]).toEqual(['only', '/pricing']);
});
