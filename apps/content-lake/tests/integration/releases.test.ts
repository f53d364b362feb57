import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { creations, errorOf, sharedLake } from './lake.ts';

const lake = await sharedLake();
const editor = lake.client('editor');

const stateOf = async (releaseId: string) => (await editor.releases.get({ releaseId }))?.state;
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();
const create = (releaseId: string) =>
  editor.releases.create({ releaseId, metadata: { releaseType: 'asap', title: releaseId } });
const addVersion = (releaseId: string, id: string, fields: Record<string, unknown>) =>
  editor.createVersion({
    releaseId,
    publishedId: id,
    document: { _id: `versions.${releaseId}.${id}`, _type: 'note', ...fields },
  });

test('the client can create, edit, schedule, archive, publish and delete a release', async () => {
  const releaseId = 'life';
  await create(releaseId);
  expect(await editor.releases.get({ releaseId })).toMatchObject({
    _id: '_.releases.life',
    _type: 'system.release',
    name: 'life',
    state: 'active',
    metadata: { releaseType: 'asap', title: 'life' },
  });
  await editor.releases.edit({ releaseId, patch: { set: { 'metadata.title': 'Renamed' } } });
  await editor.releases.schedule({ releaseId, publishAt: inAnHour() });
  expect(await editor.releases.get({ releaseId })).toMatchObject({
    state: 'scheduled',
    publishAt: expect.any(String),
    metadata: { title: 'Renamed' },
  });
  await editor.releases.unschedule({ releaseId });
  expect(await editor.releases.get({ releaseId })).not.toHaveProperty('publishAt');

  await addVersion(releaseId, 'life-note', { n: 1 });
  await editor.releases.archive({ releaseId });
  expect(await stateOf(releaseId)).toBe('archived');
  expect(await editor.getDocument('versions.life.life-note')).toBeUndefined();
  await editor.releases.unarchive({ releaseId });
  expect(await stateOf(releaseId)).toBe('active');
  const { result } = await editor.releases.fetchDocuments({ releaseId });
  expect(result).toMatchObject([{ _id: 'versions.life.life-note', n: 1 }]);

  const now = lake.client('editor', { apiVersion: '2026-01-01' });
  expect((await now.releases.fetchDocuments({ releaseId })).result).toMatchObject(result);
  const parts = '*[sanity::partOfRelease($releaseId)]{_id}';
  const seen = async (perspective: string[]) => now.fetch(parts, { releaseId }, { perspective });
  expect(await seen([releaseId])).toEqual([{ _id: 'life-note' }]);
  expect(await seen(['drafts'])).toEqual([]);

  await editor.releases.publish({ releaseId });
  expect(await stateOf(releaseId)).toBe('published');
  await editor.releases.delete({ releaseId });
  expect(await editor.releases.get({ releaseId })).toBeUndefined();
  expect(await editor.getDocument('life-note')).toMatchObject({ n: 1 });
});

test('publishing a release creates, changes and unpublishes documents in one transaction, as previewed', async () => {
  const releaseId = 'together';
  await editor.mutate(
    creations(
      { _id: 'changed', _type: 'note', n: 1 },
      { _id: 'withdrawn', _type: 'note', n: 1 },
      { _id: 'edited', _type: 'note', n: 1 },
      { _id: 'drafts.edited', _type: 'note', n: 2 },
    ),
  );
  const before = await editor.getDocument('changed');
  await create(releaseId);
  await addVersion(releaseId, 'made', { n: 2 });
  await addVersion(releaseId, 'changed', { n: 2 });
  await editor.unpublishVersion({ releaseId, publishedId: 'withdrawn' });
  await editor.unpublishVersion({ releaseId, publishedId: 'edited' });

  const query = '*[_id in ["made", "changed", "withdrawn", "edited"]] | order(_id) {_id, n}';
  const expected = [
    { _id: 'changed', n: 2 },
    { _id: 'made', n: 2 },
  ];
  expect(await editor.fetch(query, {}, { perspective: [releaseId] })).toEqual(expected);
  expect(await lake.client(null).fetch(query)).toEqual([
    { _id: 'changed', n: 1 },
    { _id: 'edited', n: 1 },
    { _id: 'withdrawn', n: 1 },
  ]);

  const { transactionId } = await editor.releases.publish({ releaseId });
  expect(await lake.client(null).fetch(query)).toEqual(expected);
  expect(await editor.fetch('count(*[_id in path("versions.together.**")])')).toBe(0);
  expect(await editor.getDocuments(['made', 'changed', 'withdrawn', 'edited'])).toMatchObject([
    { _rev: transactionId },
    { _rev: transactionId, _createdAt: before?._createdAt },
    null,
    null,
  ]);
  expect(await editor.getDocument('made')).not.toHaveProperty('_system');
  // Editors can publish an unpublished document again from its draft.
  const drafts = await editor.getDocuments(['drafts.withdrawn', 'drafts.edited']);
  expect(drafts).toMatchObject([{ _rev: transactionId, n: 1 }, { n: 2 }]);
  expect(drafts[0]).not.toHaveProperty('_system');
});

test('a scheduled release is moved to another time in one transaction', async () => {
  const releaseId = 'moved';
  await create(releaseId);
  await editor.releases.schedule({ releaseId, publishAt: inAnHour() });
  const publishAt = '2040-12-01T03:30:00.000Z';
  const move = (time: string) =>
    editor.action([
      { actionType: 'sanity.action.release.unschedule', releaseId },
      {
        actionType: 'sanity.action.release.edit',
        releaseId,
        patch: { set: { 'metadata.intendedPublishAt': time } },
      },
      { actionType: 'sanity.action.release.schedule', releaseId, publishAt: time },
    ]);
  await move(publishAt);
  const moved = { state: 'scheduled', publishAt, metadata: { intendedPublishAt: publishAt } };
  expect(await editor.releases.get({ releaseId })).toMatchObject(moved);
  await expect(move('soon')).rejects.toThrow();
  expect(await editor.releases.get({ releaseId })).toMatchObject(moved);
});

describe('a scheduled release', () => {
  test('locks its documents', async () => {
    await create('locked');
    await addVersion('locked', 'locked-note', { n: 1 });
    await editor.releases.schedule({ releaseId: 'locked', publishAt: inAnHour() });
    const patch = editor.patch('versions.locked.locked-note').set({ n: 2 });
    const { status, item } = await errorOf(patch.commit());
    expect({ status, item }).toMatchObject({
      status: 409,
      item: { type: 'releaseActionError', description: expect.stringContaining('"locked" is scheduled') },
    });
    expect((await errorOf(addVersion('locked', 'late', {}))).status).toBe(409);
    await editor.releases.unschedule({ releaseId: 'locked' });
    await patch.commit();
  });

  test('is published at its time, even if the lake was not running then', async () => {
    const times = { soon: 1_500, missed: 2_000 };
    for (const [releaseId, delay] of Object.entries(times)) {
      await create(releaseId);
      await addVersion(releaseId, `${releaseId}-note`, { n: 1 });
      await editor.releases.schedule({
        releaseId,
        publishAt: new Date(Date.now() + delay).toISOString(),
      });
    }
    await expect.poll(() => stateOf('soon')).toBe('published');
    await lake.kill();
    await lake.start();
    await expect.poll(() => stateOf('missed')).toBe('published');
    expect(await editor.getDocument('missed-note')).toMatchObject({ n: 1 });
  });

  test('is published on time while another dataset cannot be read', async () => {
    const administrator = lake.client('administrator');
    await administrator.datasets.create('damaged');
    const damaged = new Database(path.join(lake.folder, 'datasets/damaged.sqlite'));
    damaged.exec('ALTER TABLE documents RENAME TO away');
    await expect.poll(() => lake.log.join()).toContain('Maintenance of the dataset "damaged" failed');
    await create('punctual');
    await addVersion('punctual', 'punctual-note', { n: 1 });
    await editor.releases.schedule({
      releaseId: 'punctual',
      publishAt: new Date(Date.now() + 500).toISOString(),
    });
    await expect.poll(() => stateOf('punctual')).toBe('published');
    damaged.exec('ALTER TABLE away RENAME TO documents');
    damaged.close();
    await administrator.datasets.delete('damaged');
  });

  test('that cannot be published becomes active again and has the error', async () => {
    await create('broken');
    await addVersion('broken', 'broken-note', {
      link: { _type: 'reference', _ref: 'nobody', _weak: true, _strengthenOnPublish: { type: 'note' } },
    });
    await editor.releases.schedule({ releaseId: 'broken', publishAt: new Date().toISOString() });
    await expect
      .poll(() => editor.releases.get({ releaseId: 'broken' }))
      .toMatchObject({ state: 'active', error: { message: expect.stringContaining('"nobody"') } });
    expect(await editor.getDocument('broken-note')).toBeUndefined();
  });
});

describe('refused with the allowed states', () => {
  beforeAll(async () => {
    await create('active');
    await create('archived');
    await editor.releases.archive({ releaseId: 'archived' });
  });

  const releaseAction = (name: string, releaseId: string, more = {}) =>
    lake.request('/v1/data/actions/production', {
      as: 'editor',
      method: 'POST',
      body: JSON.stringify({
        actions: [{ actionType: `sanity.action.release.${name}`, releaseId, ...more }],
      }),
    });

  test.each<[what: string, status: number, request: () => Promise<Response>]>([
    ['a release that is there', 409, () => releaseAction('create', 'active')],
    ['the name of a perspective', 400, () => releaseAction('create', 'drafts')],
    ['an id with a dot', 400, () => releaseAction('create', 'a.b')],
    [
      'an unknown kind',
      400,
      () => releaseAction('create', 'other', { metadata: { releaseType: 'someday' } }),
    ],
    ['one that is not there', 404, () => releaseAction('publish', 'nowhere')],
    ['publishing an archived one', 409, () => releaseAction('publish', 'archived')],
    [
      'scheduling an archived one',
      409,
      () => releaseAction('schedule', 'archived', { publishAt: inAnHour() }),
    ],
    ['a time that is none', 400, () => releaseAction('schedule', 'active', { publishAt: 'tomorrow' })],
    ['unscheduling what is not scheduled', 409, () => releaseAction('unschedule', 'active')],
    ['unarchiving what is not archived', 409, () => releaseAction('unarchive', 'active')],
    ['deleting an active one', 409, () => releaseAction('delete', 'active')],
    [
      'an edit of its state',
      409,
      () => releaseAction('edit', 'active', { patch: { set: { state: 'published' } } }),
    ],
    [
      'an edit of its name',
      409,
      () => releaseAction('edit', 'active', { patch: { set: { name: 'other' } } }),
    ],
    [
      'metadata of another kind',
      409,
      () => releaseAction('edit', 'active', { patch: { set: { metadata: 7 } } }),
    ],
    ['an import without its document', 400, () => releaseAction('import', 'active')],
    ['an action that there is not', 400, () => releaseAction('merge', 'active')],
  ])('%s', async (_what, status, request) => {
    const response = await request();
    expect(response.status, await response.text()).toBe(status);
  });

  test.each(['hr', 'viewer'] as const)('a change of a release by %s', async (role) => {
    const { status } = await errorOf(lake.client(role).releases.create({ releaseId: `by-${role}` }));
    expect(status).toBe(403);
    const publish = lake.client(role).releases.publish({ releaseId: 'active' });
    expect((await errorOf(publish)).status).toBe(403);
  });

  test('a document that imitates a release', async () => {
    await editor.createOrReplace({ _id: '_.releases.fake', _type: 'system.release', state: 'nonsense' });
    expect((await releaseAction('publish', 'fake')).status).toBe(404);
    await addVersion('fake', 'fake-note', { n: 1 });
  });
});
