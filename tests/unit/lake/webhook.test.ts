import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../apps/content-lake/config.ts';
import type { SanityDocument } from '../../../apps/content-lake/store/document.ts';
import { backoff } from '../../../apps/content-lake/webhooks/dispatcher.ts';
import { messages } from '../../../apps/content-lake/webhooks/message.ts';
import { projectRoot } from '../../../apps/environment.ts';
import { siteWebhook } from '../../../apps/site-webhook.ts';

function page(fields: Record<string, unknown>): SanityDocument {
  const now = '2026-01-01T00:00:00Z';
  return { _id: 'about', _type: 'page', _rev: 'r', _createdAt: now, _updatedAt: now, ...fields };
}
const old = page({ slug: { current: 'about' } });
const renamed = page({ slug: { current: 'about-us' } });

/** What a webhook with these texts sends of a change. */
async function sent(
  texts: { filter: string; projection: string },
  before: SanityDocument | null,
  after: SanityDocument | null,
): Promise<unknown> {
  const given = [{ id: 'test', url: 'http://localhost', secret: 's', ...texts }];
  const [webhook] = readConfig({ CONTENT_LAKE_WEBHOOKS: JSON.stringify(given) }).webhooks;
  const change = { id: (after ?? before)?._id ?? '', before, after, mutations: [] };
  const message = webhook && (await messages(webhook)(change));
  return message && { operation: message.operation, body: JSON.parse(message.body) };
}

const changes = [
  ['create', null, renamed],
  ['update', old, renamed],
  ['delete', renamed, null],
] as const;

describe('what the site is told', () => {
  const { filter, projection } = siteWebhook;

  test.each(changes)('%s', async (operation, before, after) => {
    expect(await sent({ filter, projection }, before, after)).toEqual({
      operation,
      body: { _id: 'about', _type: 'page', operation },
    });
  });

  test.each([
    ['a draft', { _id: 'drafts.about' }],
    ['a version', { _id: 'versions.r1.about' }],
    ['a system document', { _id: '_.groups.public' }],
    ['an uploaded picture', { _type: 'sanity.imageAsset' }],
    ['a preview secret', { _type: 'sanity.previewUrlSecret' }],
  ])('nothing about %s', async (_what, fields) => {
    expect(await sent({ filter, projection }, null, page(fields))).toBeUndefined();
  });

  test('is what .env.example says to enter for hosted Sanity', () => {
    const text = readFileSync(path.join(projectRoot, '.env.example'), 'utf8');
    expect(text).toContain(projection);
    const [, entered = ''] = /# +filter +(.+)/.exec(text) ?? [];
    expect(filter.replaceAll(/\s+/g, ' ')).toContain(entered);
  });
});

describe('any other webhook', () => {
  const projection = '{"from": before().slug.current, "to": after().slug.current}';

  test.each([
    [null, renamed, { from: null, to: 'about-us' }],
    [old, renamed, { from: 'about', to: 'about-us' }],
    [renamed, null, { from: 'about-us', to: null }],
  ])('may compare the states before and after', async (before, after, body) => {
    expect(await sent({ filter: 'true', projection }, before, after)).toMatchObject({ body });
  });

  test('may ask for a change of one field', async () => {
    const texts = { filter: 'delta::changedAny(slug)', projection };
    expect(await sent(texts, old, page({ slug: { current: 'about' }, title: 'New' }))).toBeUndefined();
    expect(await sent(texts, old, renamed)).toBeDefined();
  });
});

test('a webhook that cannot be evaluated holds up no change behind', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const projection = '{"far": geo::distance(_id, _type)}';
  expect(await sent({ filter: 'true', projection }, null, old)).toBeUndefined();
  expect(log).toHaveBeenCalledWith('Webhook "test" cannot be evaluated for about:', expect.anything());
  log.mockRestore();
});

test('waits double each time, up to 15 seconds', () => {
  expect([1, 2, 3, 6, 7, 50].map(backoff)).toEqual([250, 500, 1000, 8000, 15_000, 15_000]);
});
