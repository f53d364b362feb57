import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ parts: ['lake', 'site'], seed: false });
});
afterAll(() => stack.stop());

const publish = { _id: 'page-about', _type: 'page', operation: 'update' };

/** The header that Sanity sends: base64url HMAC-SHA256 of `<timestamp>.<body>`. */
function sign(body: string, secret: string, timestamp = Date.now()) {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('base64url');
  return `t=${timestamp},v1=${signature}`;
}

function send(body: string, headers: Record<string, string>) {
  return fetch(`${stack.siteUrl}/api/revalidate`, { method: 'POST', body, headers });
}

describe('the revalidation webhook', () => {
  test('takes a signed message and says what it renewed', async () => {
    const body = JSON.stringify(publish);
    const response = await send(body, {
      'sanity-webhook-signature': sign(body, stack.secrets.webhookSecret),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ revalidated: ['content'] });
  });

  test.each([
    [
      'one byte of the body changed',
      (body: string, secret: string) => [body.replace('about', 'abouT'), sign(body, secret)],
    ],
    [
      'one character of the signature changed',
      (body: string, secret: string) => [body, `${sign(body, secret).slice(0, -1)}_`],
    ],
    ['another secret', (body: string) => [body, sign(body, 'x'.repeat(32))]],
    ['a header that is no signature', (body: string) => [body, 'hello']],
    ['an empty header', (body: string) => [body, '']],
  ])('refuses %s', async (_, change) => {
    const [body = '', signature = ''] = change(JSON.stringify(publish), stack.secrets.webhookSecret);
    expect((await send(body, { 'sanity-webhook-signature': signature })).status).toBe(401);
  });

  test('refuses a message without a signature', async () => {
    expect((await send(JSON.stringify(publish), {})).status).toBe(401);
  });

  test.each([
    ['no JSON', 'hello'],
    ['an empty body', ''],
    ['JSON of another shape', '[]'],
    ['an unknown operation', JSON.stringify({ ...publish, operation: 'explode' })],
    ['no id', JSON.stringify({ ...publish, _id: undefined })],
  ])('answers 400 to %s', async (_, body) => {
    const response = await send(body, {
      'sanity-webhook-signature': sign(body, stack.secrets.webhookSecret),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error');
  });

  test('answers 413 to a body that is too long', async () => {
    const body = JSON.stringify({ ...publish, more: 'x'.repeat(70_000) });
    const response = await send(body, {
      'sanity-webhook-signature': sign(body, stack.secrets.webhookSecret),
    });
    expect(response.status).toBe(413);
  });

  test('answers 405 to other methods', async () => {
    expect((await fetch(`${stack.siteUrl}/api/revalidate`)).status).toBe(405);
  });
});
