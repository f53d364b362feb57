import { beforeAll, describe, expect, test } from 'vitest';
import { creations, errorOf, sharedLake } from './lake.ts';

const lake = await sharedLake();
const secret = 'nobody of finance reads this';
beforeAll(async () => {
  await lake
    .client('administrator')
    .mutate(
      creations(
        { _id: 'page', _type: 'page', title: secret },
        { _id: 'siteSettings', _type: 'siteSettings', title: secret },
        { _id: 'drafts.page', _type: 'page', title: secret },
      ),
    );
  await lake.client('administrator').assets.upload('file', Buffer.from('x'), { filename: secret });
});

const finance = lake.client('finance');
const count = encodeURIComponent('count(*)');
const everything = encodeURIComponent('*');

describe('finance, a role without content', () => {
  test.each(['raw', 'published', 'drafts'])('queries find nothing (%s)', async (perspective) => {
    const found = await (
      await lake.request(
        `/v2026-02-01/data/query/production?query=${everything}&perspective=${perspective}`,
        { as: 'finance' },
      )
    ).json();
    expect(found.result).toEqual([]);
    const counted = await lake.request(`/v2026-02-01/data/query/production?query=${count}`, {
      as: 'finance',
    });
    expect((await counted.json()).result).toBe(0);
    // A client with permission runs the same query, to detect a result that is shared between clients.
    expect(await lake.client('viewer').fetch('count(*)')).toBe(4);
    expect(await finance.fetch('*[_id == "page"][0].title')).toBeNull();
  });

  test.each([
    'doc/production/page,drafts.page,siteSettings',
    'export/production',
    'history/production/documents/page?lastRevision=true',
    'history/production/transactions/page,drafts.page?effectFormat=mendoza',
    'history/production/events/documents/page',
    'references/production/documents/page',
  ])('%s reveals nothing', async (path) => {
    const response = await lake.request(`/v2026-02-01/data/${path}`, { as: 'finance' });
    expect(await response.text()).not.toContain(secret);
    if (!path.startsWith('doc/')) expect(response.status).toBe(403);
    const allowed = await lake.request(`/v2026-02-01/data/${path}`, { as: 'viewer' });
    expect(allowed.status).toBe(200);
  });

  test('a listener receives no change', async () => {
    const heard: { finance: unknown[]; viewer: unknown[] } = { finance: [], viewer: [] };
    const subscriptions = (['finance', 'viewer'] as const).map((role) =>
      lake
        .client(role)
        .listen('*', {}, { events: ['welcome', 'mutation'], includeResult: true })
        .subscribe((event) => void heard[role].push(event.type)),
    );
    await expect.poll(() => heard).toEqual({ finance: ['welcome'], viewer: ['welcome'] });
    await lake.client('editor').create({ _id: 'heard', _type: 'page', title: secret });
    await expect.poll(() => heard.viewer).toContain('mutation');
    expect(heard.finance).toEqual(['welcome']);
    for (const subscription of subscriptions) subscription.unsubscribe();
    await lake.client('editor').delete('heard');
  });

  test('writes are refused, and reveal nothing', async () => {
    const writes = [
      () => finance.create({ _type: 'page' }),
      () => finance.createIfNotExists({ _id: 'page', _type: 'page' }),
      () => finance.patch('page').set({ title: 'Taken over' }).commit(),
      () => finance.patch('drafts.page').set({ title: 'Taken over' }).commit({ dryRun: true }),
      () => finance.delete({ query: '*[_type == "nothing"]' }),
      () =>
        finance.action({
          actionType: 'sanity.action.document.publish',
          draftId: 'drafts.page',
          publishedId: 'page',
        }),
    ];
    for (const write of writes) expect((await errorOf(write())).status).toBe(403);
    const upload = { method: 'POST', body: 'x', as: 'finance' } as const;
    expect((await lake.request('/v2026-02-01/assets/images/production', upload)).status).toBe(403);
    expect((await lake.request('/v2026-02-01/assets/files/production', upload)).status).toBe(403);
    expect(await lake.client('viewer').fetch('count(*[title == $secret])', { secret })).toBe(3);
    const grants = await lake.request('/v1/projects/local/datasets/production/acl', { as: 'finance' });
    expect(await grants.json()).toEqual([]);
  });
});
