import { expect, test } from 'vitest';
import { GET, POST } from '#web/app/api/enquiry/route.ts';

// No content API responds here.
Object.assign(process.env, { SANITY_PROJECT_ID: 'test', SANITY_API_HOST: 'http://localhost:1' });

test.each<[string, (stream: ReadableStreamDefaultController<Uint8Array>) => void, number, string]>([
  ['ends early', (stream) => stream.error(new Error('The connection was lost.')), 400, 'arrived incomplete'],
  ['is too long', (stream) => stream.enqueue(new Uint8Array(16 * 1024)), 413, 'is too long'],
])('an enquiry that %s gets an error', async (_, pull, status, message) => {
  const init = { method: 'POST', body: new ReadableStream({ pull }), duplex: 'half' };
  const response = await POST(new Request('http://localhost/api/enquiry', init));
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(message);
});

test('a reload of the address leads to the contact page', () => {
  const response = GET();
  expect([response.status, response.headers.get('location')]).toEqual([303, '/contact']);
});

test('an enquiry that cannot be taken is shown to its sender as text', async () => {
  const body = new FormData();
  for (const field of ['name', 'email', 'phone', 'message']) body.set(field, '</textarea><script>1</script>');
  body.set('path', '/contact');
  const response = await POST(new Request('http://localhost/api/enquiry', { method: 'POST', body }));
  const text = await response.text();
  expect(response.status).toBe(503);
  expect(text).toContain('Message: &lt;/textarea&gt;');
  expect(text).not.toContain('<script>');
});
