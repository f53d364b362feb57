import { describe, expect, test } from 'vitest';
import { creations, errorOf, reference, sharedLake } from './lake.ts';

const lake = await sharedLake();
const editor = lake.client('editor');

describe('mutations', () => {
  test('create, createIfNotExists, createOrReplace and delete', async () => {
    const created = await editor.create({ _id: 'm.1', _type: 'note', text: 'a' });
    expect(created).toMatchObject({
      _id: 'm.1',
      text: 'a',
      _createdAt: created._updatedAt,
      _rev: expect.any(String),
    });
    expect(await editor.createIfNotExists({ _id: 'm.1', _type: 'note', text: 'b' })).toMatchObject({
      text: 'a',
    });
    const replaced = await editor.createOrReplace({ _id: 'm.1', _type: 'note', text: 'c' });
    expect(replaced._rev).not.toBe(created._rev);
    expect(await editor.delete('m.1')).toMatchObject({ results: [{ id: 'm.1', operation: 'delete' }] });
    expect(await editor.getDocument('m.1')).toBeUndefined();
    expect(await editor.delete('m.1')).toMatchObject({ results: [] });
  });

  test('a missing id is generated, and an id that ends in a dot is completed', async () => {
    expect((await editor.create({ _type: 'note' }))._id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await editor.create({ _id: 'drafts.', _type: 'note' }))._id).toMatch(/^drafts\.[0-9a-f-]{36}$/);
  });

  test('all patch operations', async () => {
    await editor.createOrReplace({
      _id: 'p',
      _type: 'note',
      text: 'hello',
      n: 1,
      gone: 1,
      list: [
        { _key: 'a', v: 1 },
        { _key: 'b', v: 2 },
      ],
    });
    const patched = await editor
      .patch('p')
      .set({ title: 'नमस्ते', 'list[_key=="a"].v': 10 })
      .setIfMissing({ title: 'kept out', fresh: true })
      .unset(['gone'])
      .inc({ n: 5 })
      .dec({ n: 1 })
      .insert('after', 'list[-1]', [{ _key: 'c', v: 3 }])
      .diffMatchPatch({ text: '@@ -1,5 +1,6 @@\n hello\n+!\n' })
      .commit();
    expect(patched).toMatchObject({
      title: 'नमस्ते',
      fresh: true,
      n: 5,
      text: 'hello!',
      list: [{ v: 10 }, { v: 2 }, { v: 3 }],
    });
    expect(patched).not.toHaveProperty('gone');
  });

  test('patch and delete by query', async () => {
    await editor.mutate([1, 2, 3].map((n) => ({ create: { _id: `q.${n}`, _type: 'queried', n } })));
    await editor
      .patch({ query: '*[_type == "queried" && n > $n]', params: { n: 1 } })
      .set({ big: true })
      .commit();
    expect(await editor.fetch('*[_type == "queried" && big]._id')).toEqual(['q.2', 'q.3']);
    await editor.delete({ query: '*[_type == "queried"]' });
    expect(await editor.fetch('count(*[_type == "queried"])')).toBe(0);
  });

  test('a transaction is atomic', async () => {
    const failing = editor
      .transaction()
      .create({ _id: 'half', _type: 'note' })
      .patch('missing', (patch) => patch.set({ a: 1 }))
      .commit();
    const { status, item } = await errorOf(failing);
    expect({ status, item }).toEqual({
      status: 404,
      item: {
        type: 'documentNotFoundError',
        id: 'missing',
        description: 'The document with the ID "missing" was not found',
      },
    });
    expect(await editor.getDocument('half')).toBeUndefined();
  });

  test('a dry run changes nothing', async () => {
    const { results } = await editor.mutate([{ create: { _id: 'dry', _type: 'note' } }], {
      dryRun: true,
      returnDocuments: false,
      returnFirst: false,
    });
    expect(results).toEqual([{ id: 'dry', operation: 'create' }]);
    expect(await editor.getDocument('dry')).toBeUndefined();
  });

  test('autoGenerateArrayKeys adds keys to array items', async () => {
    const made = await editor.create<Record<string, unknown>>(
      { _type: 'note', list: [{ a: 1 }, { _key: 'mine' }, 'text'] },
      { autoGenerateArrayKeys: true },
    );
    expect(made.list).toEqual([{ _key: expect.stringMatching(/.{8,}/), a: 1 }, { _key: 'mine' }, 'text']);
  });

  test('a request can be repeated under its transaction id, but not replaced by another', async () => {
    const send = (n: number) =>
      editor
        .transaction()
        .transactionId('only-once')
        .createOrReplace({ _id: 'once', _type: 'note', n })
        .commit();
    const first = await send(1);
    await editor.patch('once').set({ later: true }).commit();
    expect(await send(1)).toMatchObject({ transactionId: 'only-once', documentIds: first.documentIds });
    expect(await editor.getDocument('once')).toMatchObject({ n: 1, later: true });
    expect((await errorOf(send(2))).status).toBe(409);
    const other = lake
      .client('administrator')
      .transaction()
      .transactionId('only-once')
      .createOrReplace({ _id: 'once', _type: 'note', n: 1 });
    expect((await errorOf(other.commit())).status).toBe(409);
    const edit = () =>
      editor.action(
        {
          actionType: 'sanity.action.document.edit',
          draftId: 'drafts.once',
          publishedId: 'once',
          patch: { inc: { n: 1 } },
        },
        { transactionId: 'edit-once' },
      );
    expect(await edit()).toEqual(await edit());
    expect(await editor.getDocument('drafts.once')).toMatchObject({ n: 2 });
  });
});

describe('optimistic locking', () => {
  test('a patch of an older revision is refused with both revisions in the error', async () => {
    const { _rev: first } = await editor.createOrReplace({ _id: 'lock', _type: 'note', n: 0 });
    const { _rev: second } = await editor.patch('lock').set({ n: 1 }).ifRevisionId(first).commit();
    const { status, body } = await errorOf(editor.patch('lock').set({ n: 2 }).ifRevisionId(first).commit());
    const description = `document "lock" has unexpected revision ID ("${second}"), expected "${first}"`;
    expect(status).toBe(409);
    expect(body).toEqual({
      error: {
        type: 'mutationError',
        description: `The mutation(s) failed: ${description}`,
        items: [
          {
            index: 0,
            error: {
              type: 'documentRevisionIDDoesNotMatchError',
              id: 'lock',
              currentRevisionID: second,
              expectedRevisionID: first,
              description,
            },
          },
        ],
      },
    });
  });

  test('of concurrent writes on one revision, one succeeds', async () => {
    const { _rev } = await editor.createOrReplace({ _id: 'race', _type: 'note', n: 0 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => editor.patch('race').inc({ n: 1 }).ifRevisionId(_rev).commit()),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await editor.getDocument('race')).toMatchObject({ n: 1 });
  });

  test('without a revision all increments are applied', async () => {
    await editor.createOrReplace({ _id: 'sum', _type: 'note', n: 0 });
    await Promise.all(
      Array.from({ length: 50 }, () => editor.patch('sum').inc({ n: 1 }).commit({ returnDocuments: false })),
    );
    expect(await editor.getDocument('sum')).toMatchObject({ n: 50 });
  });
});

describe('refused input', () => {
  const mutate = (body: unknown) =>
    lake.request('/v1/data/mutate/production', { as: 'editor', method: 'POST', body: JSON.stringify(body) });
  test.each([
    ['no mutations', {}],
    ['an unknown mutation', { mutations: [{ replace: { _id: 'a', _type: 'b' } }] }],
    ['no type', { mutations: [{ create: { _id: 'a' } }] }],
    ['a bad id', { mutations: [{ create: { _id: 'a b', _type: 'note' } }] }],
    ['an id that begins with a dash', { mutations: [{ create: { _id: '-a', _type: 'note' } }] }],
    ['an id of 129 characters', { mutations: [{ create: { _id: 'a'.repeat(129), _type: 'note' } }] }],
    ['a bad transaction id', { mutations: [], transactionId: '../x' }],
    ['text where a number is needed', { mutations: [{ patch: { id: 'sum', inc: { n: 'one' } } }] }],
    ['an empty path', { mutations: [{ patch: { id: 'sum', set: { '': 1 } } }] }],
    ['an operation that is not supported', { mutations: [{ patch: { id: 'sum', merge: { a: 1 } } }] }],
    ['a patch that removes a system field', { mutations: [{ patch: { id: 'sum', unset: ['_type'] } }] }],
  ])('%s', async (_, body) => {
    const response = await mutate(body);
    expect(response.status, await response.text()).toBe(400);
  });

  test.each(['../x', 'a'.repeat(129), 'a%00b'])('an invalid transaction id in the URL: %s', async (id) => {
    const body = JSON.stringify({ mutations: [{ createOrReplace: { _id: 'named', _type: 'note' } }] });
    const address = `/v1/data/mutate/production?transactionId=${id}`;
    const response = await lake.request(address, { as: 'editor', method: 'POST', body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('transactionId') });
  });

  test('replacing a document by one of another type, unless it is deleted first', async () => {
    await editor.create({ _id: 'typed', _type: 'one' });
    await editor.create({ _id: 'drafts.typed', _type: 'two' });
    const replaced = await errorOf(editor.createOrReplace({ _id: 'typed', _type: 'two' }));
    expect([replaced.status, replaced.item?.type]).toEqual([409, 'immutableFieldError']);
    const publish = { draftId: 'drafts.typed', publishedId: 'typed' };
    const published = await errorOf(
      editor.action({ actionType: 'sanity.action.document.publish', ...publish }),
    );
    expect([published.status, published.item?.type]).toEqual([409, 'immutableFieldError']);
    await editor.transaction().delete('typed').create({ _id: 'typed', _type: 'two' }).commit();
    expect((await editor.getDocument('typed'))?._type).toBe('two');
  });

  test('changing the id or type, and creating an existing id', async () => {
    const { status, item } = await errorOf(editor.patch('sum').set({ _type: 'other' }).commit());
    expect({ status, type: item?.type }).toEqual({ status: 409, type: 'immutableFieldError' });
    const again = await errorOf(editor.create({ _id: 'sum', _type: 'note' }));
    expect({ status: again.status, type: again.item?.type }).toEqual({
      status: 409,
      type: 'documentAlreadyExistsError',
    });
  });

  test('a document that is too deeply nested or too large', async () => {
    let deep: unknown = 1;
    for (let n = 0; n < 80; n++) deep = { deep };
    expect((await mutate({ mutations: [{ create: { _type: 'note', deep } }] })).status).toBe(400);
    expect(
      (await mutate({ mutations: [{ create: { _type: 'note', text: 'x'.repeat(9 * 1024 * 1024) } }] }))
        .status,
    ).toBe(413);
  });
});

describe('references', () => {
  test('a referenced document cannot be deleted, and the error lists the references', async () => {
    await editor.mutate(
      creations(
        { _id: 'target', _type: 'note' },
        { _id: 'source', _type: 'note', deep: [{ _key: 'k', link: reference('target') }] },
      ),
    );
    const { status, item } = await errorOf(editor.delete('target'));
    expect({ status, item }).toEqual({
      status: 409,
      item: {
        type: 'documentHasExistingReferencesError',
        id: 'target',
        description: 'Document "target" cannot be deleted as there are references to it from "source"',
        referencingIDs: ['source'],
      },
    });
    await editor.transaction().delete('target').delete('source').commit();
    expect(await editor.getDocument('target')).toBeUndefined();
  });

  test('a weak reference prevents no deletion, a strong one needs its target', async () => {
    await editor.mutate(
      creations(
        { _id: 'weak-target', _type: 'note' },
        { _id: 'weak-source', _type: 'note', link: reference('weak-target', { _weak: true }) },
      ),
    );
    await editor.delete('weak-target');
    const dangling = await errorOf(
      editor.create({ _id: 'dangling', _type: 'note', link: reference('weak-target') }),
    );
    expect(dangling.status).toBe(409);
    expect(dangling.error?.description).toContain('references non-existent document "weak-target"');
    await editor.mutate(
      creations(
        { _id: 'first', _type: 'note', link: reference('second') },
        { _id: 'second', _type: 'note', link: reference('first') },
      ),
    );
  });

  test('a reference to another dataset is refused', async () => {
    const link = { _type: 'crossDatasetReference', _ref: 'first', _dataset: 'other', _weak: true };
    const { status, item } = await errorOf(editor.create({ _id: 'abroad', _type: 'note', link }));
    expect([status, item?.description]).toEqual([400, expect.stringContaining('another dataset')]);
    expect(await editor.getDocument('abroad')).toBeUndefined();
  });
});
