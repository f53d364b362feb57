import { beforeEach, describe, expect, test } from 'vitest';
import { openControl } from '../../access/control.ts';
import { errorOf, type RoleName, sharedLake } from './lake.ts';

const lake = await sharedLake();
const admin = lake.client('administrator');
const [asha, ravi, hr] = [lake.client('editor'), secondEditor(), lake.client('hr')];
const ids = { draftId: 'drafts.terms', publishedId: 'terms' };
const publish = { actionType: 'sanity.action.document.publish' as const, ...ids };

/** A second person with the role editor. */
function secondEditor() {
  return lake.client('editor', { token: lake.newToken('Ravi', 'editor') });
}

async function me(client: typeof asha) {
  const { id, name } = await client.request<{ id: string; name: string }>({ url: '/users/me' });
  return { by: id, name };
}

async function add(client: typeof asha, entry: object, { document = 'terms', documentType = 'policy' } = {}) {
  const _id = `review.${document}`;
  const [_key, at] = [crypto.randomUUID(), new Date().toISOString()];
  const stored = { _key, kind: 'note', at, text: '', ...(await me(client)), ...entry };
  return client
    .transaction()
    .createIfNotExists({ _id, _type: 'review', document, documentType, entries: [] })
    .patch(_id, (patch) => patch.append('entries', [stored]))
    .commit();
}

const approve = async (client: typeof asha, versionId = 'drafts.terms') => {
  const version = await admin.getDocument(versionId);
  return add(client, { kind: 'approve', versionId, revision: version?._rev });
};

async function expectRefused(call: Promise<unknown>, type: string) {
  const { status, item } = await errorOf(call);
  expect({ status, type: item?.type }).toEqual({ status: 403, type });
}

beforeEach(async () => {
  await admin.delete({ query: '*[!(_type match "system.*")]' });
  await admin.createOrReplace({ _id: 'approvalRules', _type: 'approvalRules', types: ['policy'] });
  await admin.create({ _id: 'terms', _type: 'policy', title: 'Old' });
  await asha.create({ _id: 'drafts.terms', _type: 'policy', title: 'New' });
});

describe('a type that needs an approval', () => {
  test('is not published on the approval of somebody who has left', async () => {
    const leaver = lake.client('editor', { token: lake.newToken('Meera', 'editor') });
    await approve(leaver);
    const { by } = await me(leaver);
    const { credentials, close } = openControl(lake.folder);
    credentials.revoke(by.slice(1));
    close();
    await expectRefused(asha.action(publish), 'approvalRequiredError');
    await approve(ravi);
    await asha.action(publish);
    expect(await asha.getDocument('terms')).toMatchObject({ title: 'New' });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a mutation', () => asha.createOrReplace({ _id: 'terms', _type: 'policy', title: 'New' })],
    ['a patch', () => asha.patch('terms').set({ title: 'New' }).commit()],
    [
      'another type',
      () => asha.transaction().delete('terms').create({ _id: 'terms', _type: 'page', title: 'New' }).commit(),
    ],
    ['a new document', () => asha.create({ _id: 'privacy', _type: 'policy' })],
    [
      'other text than the approved',
      () =>
        asha
          .transaction()
          .delete('drafts.terms')
          .createOrReplace({ _id: 'terms', _type: 'policy', title: 'Other' })
          .commit(),
    ],
  ])('is not published by %s', async (_how, write) => {
    await approve(ravi);
    await expectRefused(write(), 'approvalRequiredError');
  });

  test('is not published by a release without an approval of its version', async () => {
    await asha.releases.create({ releaseId: 'r1', metadata: { releaseType: 'asap' } });
    await asha.create({ _id: 'versions.r1.terms', _type: 'policy', title: 'Released' });
    await expectRefused(asha.releases.publish({ releaseId: 'r1' }), 'approvalRequiredError');
    await approve(ravi, 'versions.r1.terms');
    await asha.releases.publish({ releaseId: 'r1' });
    expect(await asha.getDocument('terms')).toMatchObject({ title: 'Released' });
  });

  test('needs none from a program with an administrator token, and other types need none', async () => {
    await admin.patch('terms').set({ title: 'Imported' }).commit();
    await asha.create({ _id: 'home', _type: 'page' });
  });

  test('HR cannot approve a document of a type that HR does not write, nor block its review', async () => {
    await expectRefused(approve(hr), 'insufficientPermissionsError');
    await expectRefused(add(hr, {}, { documentType: 'jobOpening' }), 'reviewEntryError');
    await expectRefused(add(hr, {}, { document: 'missing', documentType: 'jobOpening' }), 'reviewEntryError');
    await approve(ravi);
    const retyped = asha.patch('review.terms').set({ documentType: 'jobOpening' }).commit();
    await expectRefused(retyped, 'reviewEntryError');
  });

  test('is not published as a version that has the revision of the approved draft', async () => {
    const text = { _type: 'policy', title: 'Approved' };
    await asha.releases.create({ releaseId: 'r2', metadata: { releaseType: 'asap' } });
    await asha
      .transaction()
      .createOrReplace({ ...text, _id: 'drafts.terms' })
      .create({ ...text, _id: 'versions.r2.terms', title: 'Other' })
      .commit();
    await approve(ravi);
    await expectRefused(asha.releases.publish({ releaseId: 'r2' }), 'approvalRequiredError');
  });

  test('is not published with another text in an object that looks like a reference', async () => {
    const section = { _key: 'a', _type: 'hero', _ref: 'terms', heading: 'Approved' };
    const document = { _type: 'policy', sections: [section] };
    await asha.createOrReplace({ _id: 'drafts.terms', ...document });
    await approve(ravi);
    const other = { _id: 'terms', ...document, sections: [{ ...section, heading: 'Other' }] };
    const swap = asha.transaction().delete('drafts.terms').createOrReplace(other).commit();
    await expectRefused(swap, 'approvalRequiredError');
  });

  test('needs a new approval after the draft is discarded and written again', async () => {
    await approve(ravi);
    await asha.delete('drafts.terms');
    await asha.create({ _id: 'drafts.terms', _type: 'policy', title: 'New' });
    await expectRefused(asha.action(publish), 'approvalRequiredError');
  });

  test('two people approve at the same time', async () => {
    await Promise.all([approve(ravi), approve(admin)]);
    await asha.action(publish);
    expect(await asha.fetch('count(*[_id == "review.terms"][0].entries)')).toBe(2);
  });
});

describe('entries of a review', () => {
  test('bear the name of their author', async () => {
    await expectRefused(add(asha, await me(ravi)), 'reviewEntryError');
    await expectRefused(add(asha, { name: 'Somebody' }), 'reviewEntryError');
  });

  test('have at most 2,000 characters, a known kind and a time', async () => {
    for (const entry of [{ text: 'क'.repeat(20_000) }, { kind: 'publish' }, { at: 'soon' }])
      await expectRefused(add(asha, entry), 'reviewEntryError');
    const text = '<script>alert(1)</script> क्या यह सही है? هل هذا صحيح؟';
    await add(asha, { text });
    expect(await ravi.fetch('*[_id == "review.terms"][0].entries[0].text')).toBe(text);
  });

  test('are never changed, removed or deleted', async () => {
    await add(ravi, { text: 'Please check' });
    const patch = () => asha.patch('review.terms');
    await expectRefused(patch().set({ 'entries[0].text': 'Fine' }).commit(), 'reviewEntryError');
    await expectRefused(patch().unset(['entries[0]']).commit(), 'reviewEntryError');
    await expectRefused(asha.delete('review.terms'), 'reviewEntryError');
  });

  test('stay after their document is deleted', async () => {
    await add(asha, { text: 'Please check' });
    await asha.delete({ query: '*[_id in ["terms", "drafts.terms"]]' });
    expect(await ravi.getDocument('review.terms')).toMatchObject({ document: 'terms' });
  });
});

test('only administrators change which types need an approval', async () => {
  await expectRefused(
    asha.patch('approvalRules').set({ types: [] }).commit(),
    'insufficientPermissionsError',
  );
  await expectRefused(asha.delete('approvalRules'), 'insufficientPermissionsError');
  // A schedule publishes versions without asking for permission.
  await asha.releases.create({ releaseId: 'r3', metadata: { releaseType: 'asap' } });
  for (const _id of ['drafts.approvalRules', 'versions.r3.approvalRules'])
    await expectRefused(
      asha.create({ _id, _type: 'approvalRules', types: [] }),
      'insufficientPermissionsError',
    );
});

test.each<RoleName>(['viewer', 'finance'])('%s writes no notes', async (role) => {
  expect((await errorOf(add(lake.client(role), {}))).status).toBe(403);
});
