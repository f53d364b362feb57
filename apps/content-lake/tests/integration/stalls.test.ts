import { expect, test } from 'vitest';
import { makeFullDataset } from './full-dataset.ts';
import { errorOf, lakeOfThisFile } from './lake.ts';

const stalls = new URL('./stall-on-first-use.ts', import.meta.url);
const lake = await lakeOfThisFile({ env: { NODE_OPTIONS: `--import=${stalls}` } });
const editor = lake.client('editor', { apiVersion: '2025-02-19' });

test('a machine that stalls in the first writes breaks no later ones', async () => {
  // Writes every kind of document, by mutations and by actions.
  await makeFullDataset(editor);
  // The release is parsed to know that its version is locked.
  const change = () => editor.patch('versions.planned.page-3').set({ title: 'Changed' }).commit();
  expect((await errorOf(change())).status).toBe(409);
  await editor.releases.unschedule({ releaseId: 'planned' });
  expect(await change()).toMatchObject({ title: 'Changed' });
  // Otherwise zod derives in another way, and nothing was stalled.
  expect(lake.log).toContain('zod derives on first use');
});
