import { expect, test } from 'vitest';
import { GET, POST } from '#web/app/api/enquiry/route.ts';

test.each<[string, (stream: ReadableStreamDefaultController<Uint8Array>) => void, number, string]>([
  ['ends early', (stream) => stream.error(new Error('The connection was lost.')), 400, 'arrived incomplete'],
  ['is too long', (stream) => stream.enqueue(new Uint8Array(16 * 1024)), 413, 'is too long'],
])('an enquiry that %s gets an error', async (_, pull, status, message) => {
  const init = { method: 'POST', body: new ReadableStream({ pull }), duplex: 'half' };
  const response = await POST(new Request('http://localhost/api/enquiry', init));
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(message);
});

test('a reload of the address leads to the contact page', async () => {
  const response = await GET(new Request('http://localhost/api/enquiry'));
  expect([response.status, response.headers.get('location')]).toEqual([303, '/contact']);
});
