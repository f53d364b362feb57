import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { creations, errorOf, reference, sharedLake } from './lake.ts';

const lake = await sharedLake();
const editor = lake.client('editor');

describe('actions', () => {
  const ids = (id: string) => ({ draftId: `drafts.${id}`, publishedId: id });

  test.each([600, 3000])('a paste of %i paragraphs is stored, as the Studio sends it', async (count) => {
    const id = `paste-${count}`;
    const paragraph = (n: number) => ({
      _type: 'block',
      _key: `block${n}`,
      style: 'normal',
      markDefs: [],
      children: [
        { _type: 'span', _key: `span${n}`, text: `${n} ${'Words of a page. '.repeat(20)}`, marks: [] },
      ],
    });
    const body = Array.from({ length: count }, (_, n) => paragraph(n));
    await editor.create({ _id: `drafts.${id}`, _type: 'article' });
    const edit = (patch: object) => ({
      actionType: 'sanity.action.document.edit' as const,
      ...ids(id),
      patch,
    });
    const blockAt = (n: number) => `body[_key=="block${n}"]`;
    await editor.action([
      edit({ setIfMissing: { body: [] } }),
      edit({ insert: { before: 'body[0]', items: body.slice(0, 1) } }),
      ...body.slice(1).map((block, n) => edit({ insert: { after: blockAt(n), items: [block] } })),
    ]);
    expect(await editor.getDocument(`drafts.${id}`)).toMatchObject({ body });
    // Another author, who has no time penalty, changes the style of all paragraphs.
    await lake
      .client('administrator')
      .action(body.map((_, n) => edit({ set: { [`${blockAt(n)}.style`]: 'h2' } })));
    const { body: restyled } = z
      .object({ body: z.array(z.object({ style: z.string() })) })
      .parse(await editor.getDocument(`drafts.${id}`));
    expect(restyled.filter(({ style }) => style === 'h2')).toHaveLength(count);
  });

  test('create, edit, publish, edit again, discard, unpublish, delete', async () => {
    const id = 'life';
    await editor.action({
      actionType: 'sanity.action.document.create',
      publishedId: id,
      attributes: { _id: `drafts.${id}`, _type: 'note', n: 1 },
      ifExists: 'fail',
    });
    await editor.action({ actionType: 'sanity.action.document.edit', ...ids(id), patch: { set: { n: 2 } } });
    expect(await lake.client(null).getDocument(id)).toBeUndefined();
    const { transactionId } = await editor.action({
      actionType: 'sanity.action.document.publish',
      ...ids(id),
    });
    expect(await lake.client(null).getDocument(id)).toMatchObject({ n: 2, _rev: transactionId });
    expect(await editor.getDocument(`drafts.${id}`)).toBeUndefined();

    await editor.action({ actionType: 'sanity.action.document.edit', ...ids(id), patch: { set: { n: 3 } } });
    expect(await editor.getDocuments([id, `drafts.${id}`])).toMatchObject([{ n: 2 }, { n: 3 }]);
    await editor.action({ actionType: 'sanity.action.document.discard', draftId: `drafts.${id}` });
    expect(await editor.getDocument(`drafts.${id}`)).toBeUndefined();

    await editor.action({ actionType: 'sanity.action.document.unpublish', ...ids(id) });
    expect(await editor.getDocuments([id, `drafts.${id}`])).toMatchObject([null, { n: 2 }]);
    await editor.action({
      actionType: 'sanity.action.document.delete',
      publishedId: id,
      includeDrafts: [`drafts.${id}`],
    });
    expect(await editor.getDocuments([id, `drafts.${id}`])).toEqual([null, null]);
  });

  test('publishing keeps the creation date and strengthens references', async () => {
    await editor.mutate(
      creations(
        { _id: 'person', _type: 'person' },
        {
          _id: 'drafts.strong',
          _type: 'note',
          strong: reference('person', { _weak: true, _strengthenOnPublish: { type: 'person' } }),
          weak: reference('person', { _weak: true, _strengthenOnPublish: { type: 'person', weak: true } }),
        },
      ),
    );
    await editor.action({ actionType: 'sanity.action.document.publish', ...ids('strong') });
    const published = await editor.getDocument('strong');
    expect(published).toMatchObject({
      strong: reference('person'),
      weak: reference('person', { _weak: true }),
    });
    expect(published?.strong).not.toHaveProperty('_weak');
    expect(published?.strong).not.toHaveProperty('_strengthenOnPublish');
    expect((await errorOf(editor.delete('person'))).status).toBe(409);
    await editor.action({
      actionType: 'sanity.action.document.edit',
      ...ids('strong'),
      patch: { set: { n: 1 } },
    });
    await editor.action({ actionType: 'sanity.action.document.publish', ...ids('strong') });
    expect(await editor.getDocument('strong')).toMatchObject({ _createdAt: published?._createdAt, n: 1 });
  });

  test('publishing a reference to an unpublished document is refused', async () => {
    await editor.mutate(
      creations(
        { _id: 'drafts.unseen', _type: 'person' },
        {
          _id: 'drafts.eager',
          _type: 'note',
          who: reference('unseen', { _weak: true, _strengthenOnPublish: { type: 'person' } }),
        },
      ),
    );
    const { status, error } = await errorOf(
      editor.action({ actionType: 'sanity.action.document.publish', ...ids('eager') }),
    );
    expect(status).toBe(409);
    expect(error?.description).toContain('references non-existent document "unseen"');
    expect(await editor.getDocuments(['eager', 'drafts.eager'])).toMatchObject([null, { _type: 'note' }]);
  });

  test('publishing with unexpected revisions is refused', async () => {
    await editor.create({ _id: 'drafts.rev', _type: 'note' });
    for (const expected of [{ ifDraftRevisionId: 'other' }, { ifPublishedRevisionId: 'other' }]) {
      const { status, item } = await errorOf(
        editor.action({ actionType: 'sanity.action.document.publish', ...ids('rev'), ...expected }),
      );
      expect({ status, type: item?.type }).toEqual({
        status: 409,
        type: 'documentRevisionIDDoesNotMatchError',
      });
    }
  });

  test('invalid actions are refused', async () => {
    await editor.createOrReplace({ _id: 'there', _type: 'note' });
    const statuses = await Promise.all(
      [
        editor.action({ actionType: 'sanity.action.document.publish', ...ids('nothing') }),
        editor.action({
          actionType: 'sanity.action.document.publish',
          draftId: 'drafts.there',
          publishedId: 'elsewhere',
        }),
        editor.action({
          actionType: 'sanity.action.document.edit',
          draftId: 'there',
          publishedId: 'there',
          patch: { set: { a: 1 } },
        }),
        editor.action({
          actionType: 'sanity.action.document.delete',
          publishedId: 'nothing',
          includeDrafts: [],
        }),
        editor.action({
          actionType: 'sanity.action.document.create',
          publishedId: 'there',
          attributes: { _id: 'drafts.there', _type: 'note' },
          ifExists: 'fail',
        }),
        editor.action({ actionType: 'sanity.action.document.discard', draftId: 'drafts.there' }),
      ].map(async (call) => (await errorOf(call)).status),
    );
    expect(statuses).toEqual([404, 409, 409, 404, 409, 404]);
  });

  test('creates, replaces, unpublishes and discards versions', async () => {
    const versionId = 'versions.summer.there';
    await editor.action({
      actionType: 'sanity.action.document.version.create',
      publishedId: 'there',
      document: { _id: versionId, _type: 'note', n: 1 },
    });
    await editor.action({
      actionType: 'sanity.action.document.version.replace',
      document: { _id: versionId, _type: 'note', n: 2 },
    });
    expect(await editor.getDocument(versionId)).toMatchObject({ n: 2 });
    await editor.action({ actionType: 'sanity.action.document.version.discard', versionId });
    expect(await editor.getDocument(versionId)).toBeUndefined();
  });
});
