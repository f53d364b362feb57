import { describe, expect, test } from 'vitest';
import { sharedStack } from '../../support/shared-stack.ts';
import { publish, sendPublish, signatureHeader } from './publish-webhook.ts';

const stack = await sharedStack('empty');

const sign = async (body: string, secret: string) =>
  Object.values(await signatureHeader(body, secret))[0] ?? '';

function send(body: string, headers: Record<string, string>) {
  return fetch(`${stack.siteUrl}/api/revalidate`, { method: 'POST', body, headers });
}

describe('the revalidation webhook', () => {
  test('accepts a signed message and returns the expired tags', async () => {
    const response = await sendPublish(stack);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ revalidated: ['content'] });
  });

  test.each([
    [
      'one byte of the body changed',
      async (body: string, secret: string) => [body.replace('about', 'abouT'), await sign(body, secret)],
    ],
    [
      'one character of the signature changed',
      async (body: string, secret: string) => [body, `${(await sign(body, secret)).slice(0, -1)}_`],
    ],
    ['another secret', async (body: string) => [body, await sign(body, 'x'.repeat(32))]],
    ['a header that is no signature', async (body: string) => [body, 'hello']],
    ['an empty header', async (body: string) => [body, '']],
    ['a message without a signature', async (body: string) => [body]],
  ])('refuses %s', async (_, change) => {
    const [body = '', signature] = await change(JSON.stringify(publish), stack.secrets.webhookSecret);
    const headers: Record<string, string> =
      signature === undefined ? {} : { 'sanity-webhook-signature': signature };
    expect((await send(body, headers)).status).toBe(401);
  });

  test.each([
    ['no JSON', 'hello', 400],
    ['an empty body', '', 400],
    ['JSON of another shape', '[]', 400],
    ['an unknown operation', JSON.stringify({ ...publish, operation: 'explode' }), 400],
    ['no id', JSON.stringify({ ...publish, _id: undefined }), 400],
    ['a body that is too large', JSON.stringify({ ...publish, more: 'x'.repeat(70_000) }), 413],
  ])('responds with an error to %s', async (_, body, status) => {
    // Sanity's helper does not sign an empty text.
    const response = await send(body, await signatureHeader(body || ' ', stack.secrets.webhookSecret));
    expect(response.status).toBe(status);
    expect(await response.json()).toHaveProperty('error');
  });

  test('responds with 405 to other methods', async () => {
    expect((await fetch(`${stack.siteUrl}/api/revalidate`)).status).toBe(405);
  });
});
