import { expect, test } from 'vitest';
import { errorOf, lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();

test('datasets are separate, and deleted with all their data', async () => {
  const admin = lake.client('administrator');
  await admin.datasets.create('staging');
  const staging = admin.withConfig({ dataset: 'staging' });
  await staging.create({ _id: 'only-here', _type: 'note' });
  expect(await staging.fetch('count(*)')).toBe(1);
  expect(await admin.getDocument('only-here')).toBeUndefined();
  const { url } = await staging.assets.upload('file', Buffer.from('of staging alone'), { filename: 'a.txt' });
  const file = async () => (await lake.request(new URL(url).pathname)).status;
  expect(await file()).toBe(200);
  expect((await admin.datasets.list()).map(({ name }) => name)).toEqual(['production', 'staging']);
  await admin.datasets.delete('staging');
  expect((await errorOf(staging.fetch('*'))).status).toBe(404);
  await admin.datasets.create('staging');
  expect(await staging.fetch('count(*)')).toBe(0);
  expect(await file()).toBe(404);
  expect((await errorOf(lake.client('editor').datasets.create('mine'))).status).toBe(403);
  const badName = await lake.request('/v1/projects/local/datasets/Not%20Good', {
    as: 'administrator',
    method: 'PUT',
  });
  expect(badName.status).toBe(400);
});

test.each(['private', 'custom'] as const)(
  'a dataset is never made public that was to be %s',
  async (aclMode) => {
    const admin = lake.client('administrator');
    for (const body of [{ aclMode }, { aclMode: 'public', tags: ['x'] }]) {
      const response = await lake.request('/v1/datasets/secret', {
        as: 'administrator',
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
      expect(await response.text()).toMatch(/private datasets are not supported|"tags\\"/);
    }
    const failure = await errorOf(admin.datasets.create('secret', { aclMode: 'private' }));
    expect(failure).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/private datasets/) },
    });
    expect((await admin.datasets.list()).map(({ name }) => name)).not.toContain('secret');
    expect(await admin.datasets.create(`open-${aclMode}`, { aclMode: 'public' })).toMatchObject({
      aclMode: 'public',
    });
  },
);
