import { expect, test } from 'vitest';
import { lakeOfThisFile, refusal } from './lake.ts';

const lake = await lakeOfThisFile();

test('datasets are separate, and go with everything in them', async () => {
  const admin = lake.client('administrator');
  await admin.datasets.create('staging');
  const staging = admin.withConfig({ dataset: 'staging' });
  await staging.create({ _id: 'only-here', _type: 'note' });
  expect(await staging.fetch('count(*)')).toBe(1);
  expect(await admin.getDocument('only-here')).toBeUndefined();
  expect((await admin.datasets.list()).map(({ name }) => name)).toEqual(['production', 'staging']);
  await admin.datasets.delete('staging');
  expect((await refusal(staging.fetch('*'))).status).toBe(404);
  await admin.datasets.create('staging');
  expect(await staging.fetch('count(*)')).toBe(0);
  expect((await refusal(lake.client('editor').datasets.create('mine'))).status).toBe(403);
  const badName = await lake.request('/v1/projects/local/datasets/Not%20Good', {
    as: 'administrator',
    method: 'PUT',
  });
  expect(badName.status).toBe(400);
});
