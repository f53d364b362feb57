import { beforeAll, describe, expect, test } from 'vitest';
import { openControl } from '../../access/control.ts';
import { creations, errorOf, sharedLake } from './lake.ts';

const lake = await sharedLake();
beforeAll(async () => {
  await lake
    .client('administrator')
    .mutate(
      creations(
        { _id: 'page', _type: 'page' },
        { _id: 'job', _type: 'jobOpening', title: 'Writer' },
        { _id: 'drafts.page', _type: 'page' },
        { _id: 'drafts.job', _type: 'jobOpening', title: 'Senior writer' },
      ),
    );
});

type Writer = 'administrator' | 'editor' | 'hr' | 'viewer';
const roles: [role: Writer, mayWritePages: boolean, mayWriteJobs: boolean][] = [
  ['administrator', true, true],
  ['editor', true, true],
  ['hr', false, true],
  ['viewer', false, false],
];

describe.each(roles)('%s', (role, pages, jobs) => {
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => true,
      async () => {
        const { status, item } = await errorOf(call);
        expect({ status, type: item?.type }).toEqual({ status: 403, type: 'insufficientPermissionsError' });
        return false;
      },
    );

  test('reads everything including drafts', async () => {
    expect(await lake.client(role).fetch('count(*[_id in path("drafts.**")])')).toBe(2);
    expect(await lake.client(role).getDocument('drafts.job')).toMatchObject({ title: 'Senior writer' });
    expect((await lake.request('/v1/data/export/production', { as: role })).status).toBe(200);
    expect((await lake.request('/v1/data/history/production/transactions/job', { as: role })).status).toBe(
      200,
    );
  });

  test.each([
    ['page', pages],
    ['jobOpening', jobs],
  ])('creates, changes and deletes a %s: %s', async (_type, allowed) => {
    const client = lake.client(role);
    const id = `${role}-${_type}`;
    expect(await outcome(client.create({ _id: id, _type }))).toBe(allowed);
    if (!allowed) await lake.client('administrator').create({ _id: id, _type });
    expect(await outcome(client.patch(id).set({ title: 'New' }).commit())).toBe(allowed);
    expect(await outcome(client.delete(id))).toBe(allowed);
  });

  test.each([
    ['page', pages],
    ['job', jobs],
  ])('edits and publishes the draft of the %s: %s', async (id, allowed) => {
    const client = lake.client(role);
    const draft = { draftId: `drafts.${id}`, publishedId: id };
    const edit = {
      actionType: 'sanity.action.document.edit' as const,
      ...draft,
      patch: { set: { by: role } },
    };
    expect(await outcome(client.action(edit))).toBe(allowed);
    expect(await outcome(client.action({ actionType: 'sanity.action.document.publish', ...draft }))).toBe(
      allowed,
    );
    if (allowed) await client.action(edit);
  });

  test('gets the grants that are enforced', async () => {
    const acl = await (await lake.request('/v1/projects/local/datasets/production/acl', { as: role })).json();
    const writable = JSON.stringify(
      acl.filter((grant: { permissions: string[] }) => grant.permissions.includes('update')),
    );
    expect(writable.includes('path(\\"**\\")')).toBe(pages);
    expect(writable.includes('jobOpening') || pages).toBe(jobs);
  });
});

test('a permitted mutation does not allow a forbidden one in its transaction', async () => {
  const mixed = lake
    .client('hr')
    .transaction()
    .create({ _id: 'smuggled-job', _type: 'jobOpening' })
    .patch('page', (patch) => patch.set({ title: 'Taken over' }))
    .commit();
  expect((await errorOf(mixed)).status).toBe(403);
  expect(await lake.client('viewer').getDocuments(['smuggled-job', 'page'])).toEqual([
    null,
    expect.not.objectContaining({ title: 'Taken over' }),
  ]);
});

test('a document cannot be changed to an allowed type', async () => {
  const hr = lake.client('hr');
  expect((await errorOf(hr.createOrReplace({ _id: 'page', _type: 'jobOpening' }))).status).toBe(409);
});

describe('HR writes job openings only, up to a size', () => {
  const hr = lake.client('hr');
  const admin = lake.client('administrator');
  const text = (kilobytes: number) => 'x'.repeat(kilobytes * 1024);
  const opening = (id: string, kilobytes: number) => ({
    _id: id,
    _type: 'jobOpening',
    summary: text(kilobytes),
  });
  const draft = { draftId: 'drafts.opening', publishedId: 'opening' };
  const edit = (kilobytes: number) => ({
    actionType: 'sanity.action.document.edit' as const,
    ...draft,
    patch: { set: { summary: text(kilobytes) } },
  });
  beforeAll(async () => {
    await admin.create(opening('opening', 100));
    await admin.create(opening('large', 500));
  });

  test.each<[string, () => Promise<unknown>]>([
    ['created', () => hr.create(opening('new', 300))],
    ['replaced', () => hr.createOrReplace(opening('opening', 300))],
    ['a version', () => hr.create(opening('versions.r1.opening', 300))],
    [
      'patched again and again',
      () =>
        hr
          .transaction()
          .patch('opening', (patch) => patch.set({ one: text(100) }))
          .patch('opening', (patch) => patch.set({ two: text(100) }))
          .commit(),
    ],
    [
      'in many places of a list',
      () =>
        hr
          .patch('opening')
          .set({ list: Array(3000).fill(text(0.1)) })
          .commit(),
    ],
    ['edited', () => hr.action(edit(300))],
    ['left as large as another made it', () => hr.patch('large').set({ title: 'New' }).commit()],
    [
      'copied into a version',
      () =>
        hr.action({
          actionType: 'sanity.action.document.version.create',
          publishedId: 'large',
          baseId: 'large',
          versionId: 'versions.r1.large',
        }),
    ],
    ['in bytes', () => hr.create({ ...opening('new', 0), summary: 'नौकरी'.repeat(20_000) })],
  ])('%s', async (_how, write) => {
    const { status, item } = await errorOf(write());
    expect(status).toBe(413);
    expect(item).toMatchObject({
      type: 'validationError',
      description: expect.stringMatching(/is larger than 256 kB, the limit for the role "HR"/),
    });
  });

  test('an opening of the maximum size, and one that gets smaller', async () => {
    await hr.create(opening('fitting', 250));
    await hr.action(edit(250));
    await hr.patch('large').set({ summary: 'short' }).commit();
    await admin
      .patch('large')
      .set({ summary: text(500) })
      .commit();
  });
});

test.each(['drafts.page', 'versions.r1.page'])(
  'nothing of an allowed type takes the place of a page as %s',
  async (_id) => {
    await lake.client('administrator').delete({ query: '*[_id == $id]', params: { id: _id } });
    const opening = { _id, _type: 'jobOpening' };
    const hr = lake.client('hr');
    expect((await errorOf(hr.create(opening))).status).toBe(403);
    const elsewhere = {
      actionType: 'sanity.action.document.create' as const,
      publishedId: 'not-there',
      attributes: opening,
      ifExists: 'ignore' as const,
    };
    expect((await errorOf(hr.action(elsewhere))).status).toBe(403);
    expect(await lake.client('viewer').getDocument(_id)).toBeUndefined();
  },
);

test('an opening cannot be published under the id of an unpublished page', async () => {
  await lake.client('editor').create({ _id: 'drafts.new-page', _type: 'page' });
  const taken = lake.client('hr').create({ _id: 'new-page', _type: 'jobOpening' });
  expect((await errorOf(taken)).status).toBe(403);
});

test('HR can add pictures but not change existing ones', async () => {
  const dot = (color: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="${color}"/></svg>`);
  const hr = lake.client('hr');
  await hr.assets.upload('image', dot('red'));
  const { _id } = await lake.client('editor').assets.upload('image', dot('blue'));
  const changed = hr.patch(_id).set({ title: 'Mine' }).commit();
  expect((await errorOf(changed)).status).toBe(403);
  expect((await errorOf(hr.delete(_id))).status).toBe(403);
});

test('the texts of an asset document can be edited, but not its file', async () => {
  const editor = lake.client('editor');
  const { _id, url } = await editor.assets.upload('file', Buffer.from('words'), { filename: 'a.txt' });
  for (const forged of [{ url: 'https://example.org/a.txt' }, { path: 'x' }, { mimeType: 'text/html' }])
    expect((await errorOf(editor.patch(_id).set(forged).commit())).status).toBe(400);
  expect((await errorOf(editor.patch(_id).unset(['sha1hash']).commit())).status).toBe(400);
  await editor.create({ _id: 'turns', _type: 'note' });
  for (const create of [
    { _id: 'image-made-1x1-png', _type: 'sanity.imageAsset', url: 'https://example.org/a.png' },
    { _id: 'drafts.made', _type: 'sanity.fileAsset', url: '' },
  ])
    for (const client of [editor, lake.client('administrator')])
      expect((await errorOf(client.create(create))).status).toBe(400);
  await editor.patch(_id).set({ title: 'Terms', altText: 'A page', label: 'b' }).commit();
  expect(await editor.getDocument(_id)).toMatchObject({ url, title: 'Terms' });
  await editor.delete(_id);
});

test('without a token nothing is written', async () => {
  const visitor = lake.client(null);
  expect((await errorOf(visitor.create({ _type: 'page' }))).status).toBe(401);
  const publish = {
    actionType: 'sanity.action.document.publish' as const,
    draftId: 'drafts.page',
    publishedId: 'page',
  };
  expect((await errorOf(visitor.action(publish))).status).toBe(401);
});

test('a revoked token is invalid immediately', async () => {
  const control = openControl(lake.folder);
  const { id, token } = control.credentials.createToken({ name: 'short-lived', role: 'editor' });
  const me = () => lake.request('/v1/users/me', { headers: { authorization: `Bearer ${token}` } });
  expect(await (await me()).json()).toMatchObject({
    name: 'short-lived',
    role: 'editor',
    roles: [{ name: 'editor' }],
  });
  expect(JSON.stringify(control.db.prepare('SELECT * FROM credentials').all())).not.toContain(token);
  control.credentials.revoke(id);
  control.close();
  expect((await me()).status).toBe(401);
});

test.each(['_.q', '_.releases.q', 'drafts._.releases.q', 'versions.r._.releases.q'])(
  'nobody gives a content document a system id: %s',
  async (_id) => {
    for (const role of ['hr', 'administrator'] as const) {
      const { status, item } = await errorOf(lake.client(role).create({ _id, _type: 'jobOpening' }));
      expect([status, item?.description]).toEqual([400, expect.stringContaining('system documents')]);
    }
    const release = { _id, _type: 'system.release', name: 'q', state: 'active', metadata: {} };
    expect((await errorOf(lake.client('hr').create(release))).status).toBe(403);
  },
);
