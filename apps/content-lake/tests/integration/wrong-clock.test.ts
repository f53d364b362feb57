import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();
const editor = lake.client('editor');

test('with the clock a year ahead no history is erased', async () => {
  await editor.create({ _id: 'busy', _type: 'note', n: 0 });
  for (let n = 1; n < 30; n++) await editor.patch('busy').inc({ n: 1 }).commit();
  await lake.kill();
  Object.assign(lake.env, {
    NODE_OPTIONS: `--import=${pathToFileURL(path.resolve(import.meta.dirname, 'clock-ahead.ts'))}`,
    CLOCK_AHEAD: String(365 * 24 * 3_600_000),
  });
  await lake.start();
  await expect.poll(() => lake.log.join('\n')).toContain('no history is erased by age');
  const transactions = '/v1/data/history/production/transactions/busy?limit=1000';
  const response = await lake.request(transactions, { as: 'editor' });
  expect((await response.text()).split('\n').filter(Boolean)).toHaveLength(30);
});
