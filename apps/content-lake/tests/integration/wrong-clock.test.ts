import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { lakeCommand, lakeOfThisFile } from './lake.ts';

const year = 365 * 24 * 3_600_000;
const ahead = {
  NODE_OPTIONS: `--import=${pathToFileURL(path.resolve(import.meta.dirname, 'clock-ahead.ts'))}`,
  CLOCK_AHEAD: String(year),
};
const right = { NODE_OPTIONS: process.env.NODE_OPTIONS, CLOCK_AHEAD: undefined };

const lake = await lakeOfThisFile();
const editor = lake.client('editor');
const doubts = () => lake.log.filter((line) => line.includes('npm run lake -- clock-is-right'));
const stateOf = async (releaseId: string) => (await editor.releases.get({ releaseId }))?.state;

/** Restarts the lake with a different clock. */
async function startWith(clock: Record<string, string | undefined>) {
  await lake.kill();
  lake.log.length = 0;
  Object.assign(lake.env, clock);
  await lake.start();
}

async function schedule(releaseId: string, publishAt: number) {
  await editor.releases.create({ releaseId, metadata: { releaseType: 'scheduled' } });
  await editor.createVersion({
    releaseId,
    publishedId: releaseId,
    document: { _id: `versions.${releaseId}.${releaseId}`, _type: 'note' },
  });
  await editor.releases.schedule({ releaseId, publishAt: new Date(publishAt).toISOString() });
}

const edit = () => editor.patch('busy').inc({ n: 1 }).commit();
const revisions = async () => {
  const response = await lake.request('/v1/data/history/production/transactions/busy?limit=1000', {
    as: 'editor',
  });
  return (await response.text()).split('\n').filter(Boolean).length;
};

test('with the clock a year ahead nothing is erased or published until the clock is confirmed', async () => {
  await editor.create({ _id: 'busy', _type: 'note', n: 0 });
  for (let n = 1; n < 30; n++) await edit();
  await schedule('later', Date.now() + year / 2);

  await startWith(ahead);
  await expect.poll(doubts).toHaveLength(1);
  // These edits run in the writing thread after the commands that the lake sends at the start.
  await edit();
  await edit();
  expect(await revisions()).toBe(32);
  expect(await stateOf('later')).toBe('scheduled');

  await startWith(right);
  await schedule('soon', Date.now() + 500);
  await expect.poll(() => stateOf('soon')).toBe('published');
  expect(await stateOf('later')).toBe('scheduled');
  expect(doubts()).toEqual([]);

  await startWith(ahead);
  await expect.poll(doubts).toHaveLength(1);
  expect(await lakeCommand(lake, lake.folder, ['clock-is-right'])).toMatchObject({ code: 0, stderr: '' });
  await expect.poll(() => stateOf('later')).toBe('published');
  expect(doubts()).toHaveLength(1);
  await startWith(ahead);
  await expect.poll(revisions).toBeLessThan(32);
  expect(doubts()).toEqual([]);
});
