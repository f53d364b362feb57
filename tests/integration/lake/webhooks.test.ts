import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { SanityClient } from '@sanity/client';
import { isValidSignature } from '@sanity/webhook';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { siteWebhook } from '../../../apps/site-webhook.ts';
import { type Stack, startStack } from '../../support/stack.ts';

const secret = 'a secret with ünïcode';
/** A second webhook, whose receiver wants to know more. */
const slugs = {
  id: 'slugs',
  filter: 'delta::changedAny(slug)',
  projection: '{"now": slug.current, "before": before().slug.current}',
};

type Received = { headers: IncomingHttpHeaders; body: string; at: number };

/** Stands for the site: remembers what it gets and answers what the test says. */
const site: {
  received: Received[];
  answer: (message: Received) => number;
  server?: Server;
  port: number;
  open(): Promise<void>;
  close(): Promise<void>;
} = {
  received: [],
  answer: () => 200,
  port: 0,
  async open() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const message = { headers: request.headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
        this.received.push(message);
        response.writeHead(this.answer(message)).end();
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    const address = this.server.address();
    if (address && typeof address === 'object') this.port = (address satisfies AddressInfo).port;
  },
  async close() {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve) ?? resolve(undefined));
  },
};

let stack: Stack;
let client: SanityClient;

beforeAll(async () => {
  await site.open();
  const env = {
    CONTENT_LAKE_WEBHOOKS: JSON.stringify([
      { ...siteWebhook, url: `http://127.0.0.1:${site.port}/api/revalidate`, secret },
      { ...slugs, url: `http://127.0.0.1:${site.port}/slugs`, secret: 'another' },
    ]),
  };
  stack = await startStack({ parts: ['lake'], seed: false, env });
  client = stack.client('administrator');
});
afterAll(async () => {
  await stack?.stop();
  await site.close();
});
beforeEach(() => {
  site.received = [];
  site.answer = () => 200;
});

function about(id: string, webhook: string = siteWebhook.id) {
  return site.received.filter(({ headers }) => isMessage(headers, id, webhook));
}
const isMessage = (headers: IncomingHttpHeaders, id: string, webhook: string) =>
  headers['sanity-document-id'] === id && headers['sanity-webhook-id'] === webhook;
const isSiteMessage = (headers: IncomingHttpHeaders, id: string) => isMessage(headers, id, siteWebhook.id);
function bodies(id: string, webhook?: string): unknown[] {
  return about(id, webhook).map(({ body }) => JSON.parse(body));
}
const page = (id: string, slug: string) => ({
  _id: id,
  _type: 'page',
  slug: { _type: 'slug', current: slug },
});

describe('a published change', () => {
  test('reaches the site at once, with what it needs to know', async () => {
    const { transactionId } = await client.transaction().create(page('p1', 'one')).commit();
    await expect.poll(() => about('p1').length, { interval: 10 }).toBe(1);
    const [message] = about('p1');
    expect(message?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'idempotency-key': expect.stringMatching(/^[\w-]{20,}$/),
      'sanity-transaction-id': transactionId,
      'sanity-transaction-time': expect.stringMatching(/^\d{4}-.*Z$/),
      'sanity-dataset': 'production',
      'sanity-project-id': 'local',
      'sanity-document-id': 'p1',
      'sanity-operation': 'create',
      'sanity-webhook-id': 'site',
    });
    await client.patch('p1').set({ 'slug.current': 'two' }).commit();
    await client.delete('p1');
    await expect.poll(() => about('p1').length).toBe(3);
    expect(bodies('p1')).toEqual([
      { _id: 'p1', _type: 'page', operation: 'create' },
      { _id: 'p1', _type: 'page', operation: 'update' },
      { _id: 'p1', _type: 'page', operation: 'delete' },
    ]);
    await expect
      .poll(() => bodies('p1', 'slugs'))
      .toEqual([
        { now: 'one', before: null },
        { now: 'two', before: 'one' },
        { now: 'two', before: 'two' },
      ]);
  });

  test('is not held back: the quickest of five takes less than 300 ms', async () => {
    const delays: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const start = Date.now();
      await client.create(page(`quick-${n}`, 'x'));
      await expect.poll(() => about(`quick-${n}`).length, { interval: 10, timeout: 10_000 }).toBe(1);
      delays.push((about(`quick-${n}`)[0]?.at ?? Number.POSITIVE_INFINITY) - start);
    }
    // The quickest: on a busy machine the others measure its other programs.
    expect(Math.min(...delays)).toBeLessThan(300);
  });

  test('is signed as hosted Sanity signs; one byte more or less is noticed', async () => {
    await client.create(page('p2', 'नमस्ते'));
    await expect.poll(() => about('p2').length).toBe(1);
    const [message] = about('p2');
    const body = message?.body ?? '';
    const signature = String(message?.headers['sanity-webhook-signature']);
    expect(signature).toMatch(/^t=\d{13},v1=[\w-]{43}$/);
    expect(await isValidSignature(body, signature, secret)).toBe(true);
    expect(await isValidSignature(`${body} `, signature, secret)).toBe(false);
    expect(await isValidSignature(body.replace('page', 'pagf'), signature, secret)).toBe(false);
    expect(await isValidSignature(body, signature, `${secret}x`)).toBe(false);
    const [time, hash] = signature.split(',');
    expect(
      await isValidSignature(
        body,
        `${time?.replace(/.$/, (d) => String((Number(d) + 1) % 10))},${hash}`,
        secret,
      ),
    ).toBe(false);
  });

  test('drafts, versions and uploads are not the site’s business', async () => {
    await client
      .transaction()
      .create(page('drafts.p3', 'draft'))
      .create(page('versions.r1.p3', 'version'))
      .create({ _id: 'secret', _type: 'sanity.previewUrlSecret' })
      .create(page('p3', 'published'))
      .commit();
    await expect.poll(() => about('p3').length).toBe(1);
    await client.create(page('p3-after', 'x'));
    await expect.poll(() => about('p3-after').length).toBe(1);
    const told = site.received.filter(({ headers }) => headers['sanity-webhook-id'] === siteWebhook.id);
    expect(told.map(({ headers }) => headers['sanity-document-id'])).toEqual(['p3', 'p3-after']);
  });
});

describe('when the site does not take it', () => {
  test.each([500, 503, 429])(
    'HTTP %i is tried again with the same key and a new signature, until it works',
    async (status) => {
      const id = `retry-${status}`;
      site.answer = ({ headers }) => (isSiteMessage(headers, id) && about(id).length < 3 ? status : 200);
      await client.create(page(id, 'x'));
      await expect.poll(() => about(id).length, { timeout: 10_000 }).toBe(3);
      expect(new Set(about(id).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(new Set(about(id).map(({ headers }) => headers['sanity-webhook-signature'])).size).toBe(3);
      await client.create(page(`${id}-next`, 'x'));
      await expect.poll(() => about(`${id}-next`).length, { timeout: 10_000 }).toBe(1);
      expect(about(id)).toHaveLength(3);
    },
  );

  test('a client error (HTTP 400) is final, and is logged without content', async () => {
    site.answer = ({ headers }) => (isSiteMessage(headers, 'refused') ? 400 : 200);
    await client.create(page('refused', 'not-in-the-log'));
    await expect
      .poll(() => stack.log.join('\n'))
      .toMatch(/Webhook for refused \(create\) is given up: HTTP 400/);
    expect(stack.log.join('\n')).not.toContain('not-in-the-log');
    expect(about('refused')).toHaveLength(1);
  });

  test('changes of one document arrive in order, while others do not wait for it', async () => {
    site.answer = ({ headers }) => (isSiteMessage(headers, 'slow') && about('slow').length < 3 ? 500 : 200);
    const { _rev: created } = await client.create(page('slow', 's0'));
    const changed: string[] = [];
    for (let n = 1; n <= 5; n += 1) {
      const patch = client.patch('slow').set({ 'slug.current': `s${n}` });
      changed.push((await patch.commit())._rev);
    }
    await client.create(page('quick', 'q'));
    // A webhook that fails holds up no other one.
    await expect.poll(() => bodies('slow', 'slugs').at(-1)).toMatchObject({ now: 's5' });
    await expect.poll(() => about('slow').length, { timeout: 15_000 }).toBe(8);
    const transactions = about('slow').map(({ headers }) => headers['sanity-transaction-id']);
    expect(transactions).toEqual([created, created, created, ...changed]);
    await expect.poll(() => about('quick').length).toBe(1);
  });

  test('a site that is away delays no commit, and gets everything after a crash of the lake', async () => {
    await site.close();
    const ids = Array.from({ length: 10 }, (_, n) => `away-${n}`);
    const start = Date.now();
    for (const id of ids) await client.create(page(id, id));
    expect(Date.now() - start).toBeLessThan(2000);
    // Committed, acknowledged, and the lake gone before it could send or note anything.
    await client.create(page('last-words', 'x'));
    await stack.kill('lake');
    await site.open();
    await stack.start('lake');
    await expect.poll(() => about('last-words').length, { timeout: 20_000 }).toBeGreaterThan(0);
    // Others may come once more: the site was closed before the lake had read its answer.
    await expect
      .poll(() => ids.filter((id) => about(id).length > 0), { timeout: 20_000 })
      .toHaveLength(ids.length);
  });

  test('an outbox that cannot be read holds up no editor and no other webhook, and is read on from where it was', async () => {
    const outbox = new Database(
      path.join(stack.dataDir, 'content-lake/webhooks', `${siteWebhook.id}.sqlite`),
    );
    site.answer = ({ headers }) => (isSiteMessage(headers, 'kept') ? 503 : 200);
    await client.create(page('kept', 'x'));
    await expect.poll(() => about('kept').length).toBeGreaterThan(0);
    outbox.exec('ALTER TABLE deliveries RENAME TO away');
    await expect.poll(() => stack.log.join('\n'), { timeout: 10_000 }).toContain('Webhooks wait');
    await client.create(page('meanwhile', 'x'));
    expect(await client.getDocument('meanwhile')).toMatchObject({ _type: 'page' });
    await expect.poll(() => bodies('meanwhile', 'slugs')).toEqual([{ now: 'x', before: null }]);
    outbox.exec('ALTER TABLE away RENAME TO deliveries');
    outbox.close();
    site.answer = () => 200;
    await expect.poll(() => about('meanwhile').length, { timeout: 20_000 }).toBe(1);
    await expect.poll(() => about('kept').length, { timeout: 20_000 }).toBeGreaterThan(1);
  });

  test('what is published while a backlog waits overtakes it, and nothing is lost', async () => {
    const ids = Array.from({ length: 400 }, (_, n) => `imported-${n}`);
    const transaction = client.transaction();
    for (const id of ids) transaction.create(page(id, id));
    await transaction.commit();
    await client.create(page('by-an-editor', 'urgent'));
    await expect.poll(() => about('by-an-editor').length).toBe(1);
    expect(ids.flatMap((id) => about(id)).length).toBeLessThan(300);
    await expect.poll(() => ids.filter((id) => about(id).length === 1).length, { timeout: 20_000 }).toBe(400);
  });

  test('a hundred publishes at once all arrive', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `many-${n}`);
    await Promise.all(ids.map((id) => client.create(page(id, id))));
    await expect.poll(() => ids.filter((id) => about(id).length === 1).length, { timeout: 10_000 }).toBe(100);
  });
});
