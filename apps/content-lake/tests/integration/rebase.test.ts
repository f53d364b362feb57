import { beforeAll, describe, expect, test } from 'vitest';
import { creations, errorOf, sharedLake } from './lake.ts';

const lake = await sharedLake();
const editor = lake.client('editor');
const colleague = lake.client('administrator');

const note = (id: string, fields = {}) => ({
  _id: id,
  _type: 'note',
  title: 'Old title',
  summary: 'Old summary',
  sections: [
    { _key: 'a', text: 'A' },
    { _key: 'b', text: 'B' },
  ],
  ...fields,
});
const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();
const soon = () => new Date(Date.now() + 300).toISOString();
const release = (releaseId: string) => editor.releases.get({ releaseId });
const stateOf = async (releaseId: string) => (await release(releaseId))?.state;
const version = (releaseId: string, id: string) => `versions.${releaseId}.${id}`;

/** Creates a release and adds a version with changed fields, as the Studio does. Schedules the release by default. */
async function plan(id: string, fields: object, { releaseId = `r-${id}`, isScheduled = true } = {}) {
  await editor.createIfNotExists(note(id));
  await editor.releases.create({ releaseId, metadata: { releaseType: 'scheduled', title: releaseId } });
  await editor.createVersion({ releaseId, publishedId: id, baseId: id });
  await editor.patch(version(releaseId, id)).set(fields).commit();
  if (isScheduled) await editor.releases.schedule({ releaseId, publishAt: inAnHour() });
  return releaseId;
}

/** Publishes a change through a draft, as a colleague would. */
async function publish(id: string, fields: object, client = colleague) {
  const edit = {
    actionType: 'sanity.action.document.edit',
    draftId: `drafts.${id}`,
    publishedId: id,
  } as const;
  await client.action({ ...edit, patch: { set: fields } });
  await client.action({ ...edit, actionType: 'sanity.action.document.publish' });
}

async function goesOut(releaseId: string) {
  if ((await stateOf(releaseId)) === 'scheduled') await editor.releases.unschedule({ releaseId });
  await editor.releases.schedule({ releaseId, publishAt: soon() });
  await expect.poll(() => stateOf(releaseId)).toBe('published');
}

describe('a scheduled release keeps what is published in the meantime', () => {
  const sections = [
    { _key: 'a', text: 'A' },
    { _key: 'b', text: 'New B' },
  ];

  test.each<[how: string, id: string, publish: (id: string) => Promise<unknown>]>([
    ['published in the Studio', 'by-action', (id) => publish(id, { title: 'New title', sections })],
    [
      'put there whole',
      'by-mutation',
      (id) => colleague.createOrReplace(note(id, { title: 'New title', sections })),
    ],
    ['patched', 'by-patch', (id) => colleague.patch(id).set({ title: 'New title', sections }).commit()],
    [
      'published by another release',
      'by-release',
      async (id) => {
        const other = await plan(
          id,
          { title: 'New title', sections },
          { releaseId: `other-${id}`, isScheduled: false },
        );
        await colleague.releases.publish({ releaseId: other });
      },
    ],
  ])('%s', async (_how, id, publishes) => {
    const planned = { summary: 'New summary', 'sections[_key=="a"].text': 'New A' };
    const releaseId = await plan(id, planned);
    await publishes(id);
    const expected = {
      title: 'New title',
      summary: 'New summary',
      sections: [
        { _key: 'a', text: 'New A' },
        { _key: 'b', text: 'New B' },
      ],
    };
    expect(await stateOf(releaseId)).toBe('scheduled');
    expect(await editor.getDocument(version(releaseId, id)), 'in the release').toMatchObject(expected);
    await goesOut(releaseId);
    expect(await editor.getDocument(id)).toMatchObject(expected);
  });

  test('several times, and in all releases', async () => {
    const first = await plan('often', { summary: 'New summary' });
    const second = await plan('often', { role: 'New role' }, { releaseId: 'r-often-2' });
    await publish('often', { title: 'Newer title' });
    await publish('often', { title: 'Newest title' });
    await goesOut(first);
    await goesOut(second);
    expect(await editor.getDocument('often')).toMatchObject({
      title: 'Newest title',
      summary: 'New summary',
      role: 'New role',
    });
  });

  test('for a page that was new when it was scheduled', async () => {
    const releaseId = 'r-fresh';
    await editor.create(note('drafts.fresh'));
    await editor.releases.create({ releaseId, metadata: { releaseType: 'scheduled' } });
    await editor.createVersion({ releaseId, publishedId: 'fresh', baseId: 'drafts.fresh' });
    await editor.releases.schedule({ releaseId, publishAt: inAnHour() });
    await publish('fresh', { title: 'Published early' });
    await goesOut(releaseId);
    expect(await editor.getDocument('fresh')).toMatchObject({ title: 'Published early' });
  });

  test('while the release was archived', async () => {
    const releaseId = await plan('shelved', { summary: 'New summary' }, { isScheduled: false });
    await editor.releases.archive({ releaseId });
    await publish('shelved', { title: 'New title' });
    await editor.releases.unarchive({ releaseId });
    await editor.releases.publish({ releaseId });
    expect(await editor.getDocument('shelved')).toMatchObject({ title: 'New title', summary: 'New summary' });
  });

  test('a scheduled unpublish keeps the newest text as a draft', async () => {
    await editor.create(note('ends'));
    await editor.releases.create({ releaseId: 'r-ends', metadata: { releaseType: 'scheduled' } });
    await editor.unpublishVersion({ releaseId: 'r-ends', publishedId: 'ends' });
    await publish('ends', { title: 'New title' });
    await goesOut('r-ends');
    expect(await editor.getDocument('ends')).toBeUndefined();
    expect(await editor.getDocument('drafts.ends')).toMatchObject({ title: 'New title' });
  });
});

describe('a conflict', () => {
  let releaseId = '';
  beforeAll(async () => {
    releaseId = await plan('disputed', { title: 'Planned title', summary: 'New summary' });
    await publish('disputed', { title: 'Published title', 'sections[_key=="b"].text': 'New B' });
  });

  test('pauses the release, names the path and merges its other changes', async () => {
    expect(await release(releaseId)).toMatchObject({
      state: 'active',
      metadata: { intendedPublishAt: expect.any(String) },
      error: {
        message: '"disputed" was published with another title in the meantime. Decide which to keep.',
        conflicts: [{ id: 'disputed', paths: ['title'] }],
      },
    });
    expect(await release(releaseId)).not.toHaveProperty('publishAt');
    expect(await editor.getDocument(version(releaseId, 'disputed'))).toMatchObject({
      title: 'Planned title',
      summary: 'New summary',
      sections: [{ text: 'A' }, { text: 'New B' }],
    });
  });

  test.each([
    ['scheduled', () => editor.releases.schedule({ releaseId, publishAt: inAnHour() })],
    ['published', () => editor.releases.publish({ releaseId })],
  ])('a release with a conflict cannot be %s', async (_what, action) => {
    const { status, item } = await errorOf(action());
    expect({ status, item }).toMatchObject({
      status: 409,
      item: { description: expect.stringContaining('another title') },
    });
    expect(await editor.getDocument('disputed')).toMatchObject({ title: 'Published title' });
  });

  test('its base can be read', async () => {
    const uri = `/data/history/production/documents/${version(releaseId, 'disputed')}`;
    const { documents } = await editor.request<{ documents: unknown[] }>({ uri, query: { base: 'true' } });
    expect(documents).toMatchObject([{ title: 'Old title', sections: [{ text: 'A' }, { text: 'New B' }] }]);
    expect((await errorOf(lake.client(null).request({ uri, query: { base: 'true' } }))).status).toBe(401);
  });

  test('a copy of the version has the same conflict', async () => {
    await editor.releases.create({ releaseId: 'copied', metadata: { releaseType: 'undecided' } });
    await editor.createVersion({
      releaseId: 'copied',
      publishedId: 'disputed',
      baseId: version(releaseId, 'disputed'),
    });
    expect(await release('copied')).toMatchObject({ error: { conflicts: [{ id: 'disputed' }] } });
    await editor.discardVersion({ releaseId: 'copied', publishedId: 'disputed' });
    expect(await release('copied')).not.toHaveProperty('error');
  });

  test('another edit does not resolve it', async () => {
    await editor.patch(version(releaseId, 'disputed')).set({ role: 'Any' }).commit();
    expect(await release(releaseId)).toHaveProperty('error');
  });

  test('entering the published text resolves it', async () => {
    await editor.patch(version(releaseId, 'disputed')).set({ title: 'Published title' }).commit();
    expect(await release(releaseId)).not.toHaveProperty('error');
    await editor.patch(version(releaseId, 'disputed')).set({ title: 'Planned title' }).commit();
    expect(await release(releaseId), 'an edit afterwards').not.toHaveProperty('error');
  });

  test('replacing the whole version resolves it, and the release is published', async () => {
    await publish('disputed', { title: 'Again another title' });
    expect(await release(releaseId)).toHaveProperty('error');
    const document = await editor.getDocument(version(releaseId, 'disputed'));
    if (!document) throw new Error('The version is gone.');
    await editor.replaceVersion({ releaseId, publishedId: 'disputed', document });
    expect(await release(releaseId)).not.toHaveProperty('error');
    await goesOut(releaseId);
    expect(await editor.getDocument('disputed')).toMatchObject({
      title: 'Planned title',
      summary: 'New summary',
    });
  });

  test('publishing by a role without access to releases pauses the release too', async () => {
    await editor.create({ ...note('opening'), _type: 'jobOpening' });
    const opening = await plan('opening', { title: 'Planned title' });
    await publish('opening', { title: 'Published title' }, lake.client('hr'));
    expect(await release(opening)).toMatchObject({
      state: 'active',
      error: { conflicts: [{ id: 'opening' }] },
    });
  });

  test('a document that was unpublished in the meantime is not published again', async () => {
    const gone = await plan('gone', { summary: 'New summary' });
    await colleague.action({
      actionType: 'sanity.action.document.unpublish',
      draftId: 'drafts.gone',
      publishedId: 'gone',
    });
    expect(await release(gone)).toMatchObject({
      state: 'active',
      error: { message: expect.stringContaining('"gone" was unpublished or deleted in the meantime') },
    });
    await publish('gone', {});
    expect(await release(gone), 'published again').not.toHaveProperty('error');
    await goesOut(gone);
    expect(await editor.getDocument('gone')).toMatchObject({ summary: 'New summary' });
  });
});

describe('a draft', () => {
  const draftOf = (id: string) => editor.getDocument(`drafts.${id}`);

  test('merges what a release publishes, except at conflicts', async () => {
    const releaseId = await plan('drafted', { title: 'Released title', summary: 'Released summary' });
    const edit = { actionType: 'sanity.action.document.edit', publishedId: 'drafted' } as const;
    await colleague.action({
      ...edit,
      draftId: 'drafts.drafted',
      patch: { set: { title: 'Title of the draft', role: 'New role' } },
    });
    await goesOut(releaseId);
    const merged = { title: 'Title of the draft', summary: 'Released summary', role: 'New role' };
    expect(await draftOf('drafted')).toMatchObject(merged);
    await publish('drafted', {});
    expect(await editor.getDocument('drafted')).toMatchObject(merged);
  });

  test('scheduled with a conflict does not overwrite the published text', async () => {
    const releaseId = await plan('both', { title: 'Released title' });
    const edit = { actionType: 'sanity.action.document.edit', publishedId: 'both' } as const;
    await colleague.action({
      ...edit,
      draftId: 'drafts.both',
      patch: { set: { title: 'Title of the draft' } },
    });
    await goesOut(releaseId);
    await editor.releases.create({ releaseId: 'r-later', metadata: { releaseType: 'scheduled' } });
    await editor.createVersion({ releaseId: 'r-later', publishedId: 'both', baseId: 'drafts.both' });
    const schedule = editor.releases.schedule({ releaseId: 'r-later', publishAt: soon() });
    expect((await errorOf(schedule)).status).toBe(409);
  });

  test('written together with the published document stays as written', async () => {
    await editor.mutate(creations(note('pair'), note('drafts.pair', { title: 'Draft' })));
    const transaction = editor.transaction();
    for (const id of ['drafts.pair', 'pair']) transaction.createOrReplace({ _id: id, _type: 'note', id });
    await transaction.commit();
    expect(await draftOf('pair')).not.toHaveProperty('title');
  });

  const bring = (document: { _id: string; _type: string }) =>
    colleague.createOrReplace(document, { tag: 'sanity.import.doc.create' });

  test.each(['drafts.imported', 'imported'])(
    'of an import that brings %s first is as it was',
    async (first) => {
      await editor.createOrReplace(note('imported', { before: 1 }));
      await editor.createOrReplace(note('drafts.imported'));
      const documents = [note('drafts.imported', { title: 'Draft' }), note('imported', { extra: 1 })];
      for (const document of documents.toSorted((one) => (one._id === first ? -1 : 1))) await bring(document);
      expect(await draftOf('imported')).toMatchObject({ title: 'Draft' });
      expect(await draftOf('imported')).not.toHaveProperty('extra');
    },
  );

  test('and a release keep what an import has published', async () => {
    const releaseId = await plan('brought', { summary: 'New summary' });
    await editor.create(note('drafts.brought', { role: 'New role' }));
    await bring(note('brought', { title: 'Imported title' }));
    await goesOut(releaseId);
    await publish('brought', {});
    expect(await editor.getDocument('brought')).toMatchObject({
      title: 'Imported title',
      summary: 'New summary',
      role: 'New role',
    });
  });
});
