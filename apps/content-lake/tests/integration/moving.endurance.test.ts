/** @module-tag protect */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFullDataset, stateOf } from './full-dataset.ts';
import { creations, lakeCommand, lakeOfThisFile, reference, type TestLake } from './lake.ts';

/** Enough for several transactions of an import. */
const noteCount = 4000;

const lake = await lakeOfThisFile();
const empty = await lakeOfThisFile();
const client = lake.client('administrator');
const work = mkdtempSync(path.join(tmpdir(), 'moving-'));
const archive = path.join(work, 'full.tar.gz');
afterAll(() => rmSync(work, { recursive: true, force: true }));

beforeAll(async () => {
  await makeFullDataset(client);
  const { _ref } = await client.fetch('*[_id == "page-0"][0].cover.asset');
  const note = (n: number) => ({
    _id: `note-${n}`,
    _type: 'note',
    text: 'A note that is some sentences long. '.repeat(8),
    title: 'As exported',
    cover: { _type: 'image', asset: reference(_ref) },
    // References to an earlier and a later document, across transactions.
    links: [1, noteCount / 2].map((far) => ({
      _key: `k${far}`,
      ...reference(`note-${(n + far) % noteCount}`),
    })),
  });
  const notes = Array.from({ length: noteCount }, (_, n) => note(n));
  await client.mutate(creations(...notes.map(({ links, ...rest }) => rest)), { returnDocuments: false });
  for (let start = 0; start < noteCount; start += 1000) {
    const part = notes.slice(start, start + 1000).map((createOrReplace) => ({ createOrReplace }));
    await client.mutate(part, { returnDocuments: false });
  }
  const { code, stderr } = await lakeCommand(lake, lake.folder, ['export', archive]);
  expect(code, stderr).toBe(0);
});

/** Starts an import. `ended` resolves when its process has exited. */
function startImport(to: TestLake, option: string) {
  const program = path.resolve(import.meta.dirname, '../../cli.ts');
  const child = spawn(process.execPath, [program, 'import', archive, option], {
    env: to.env,
    stdio: 'ignore',
  });
  return { child, ended: once(child, 'exit') };
}

test.each(['the import', 'the lake'])(
  'an import into a lake with content is whole again after kills of %s',
  async (victim) => {
    const before = await stateOf(lake);
    await client.mutate([{ patch: { query: '*[_type == "note"]', set: { title: 'Changed' } } }]);
    const restored = () => client.fetch<number>('count(*[_type == "note" && title == "As exported"])');
    for (const share of [0.01, 0.4]) {
      const { child, ended } = startImport(lake, '--replace');
      await expect.poll(restored, { interval: 5 }).toBeGreaterThan(share * noteCount);
      if (victim === 'the import') child.kill('SIGKILL');
      else await lake.kill();
      await ended;
      if (victim === 'the lake') await lake.start();
      expect(await restored()).toBeLessThanOrEqual(noteCount);
      expect(await client.fetch('count(*[_type == "note" && !defined(cover.asset._ref)])')).toBe(0);
      expect(await client.fetch('count(*[_type == "note" && count(links[_weak == true]) > 0])')).toBe(0);
    }
    const { code, stderr } = await lakeCommand(lake, lake.folder, ['import', archive, '--replace']);
    expect(code, stderr).toBe(0);
    expect(await stateOf(lake)).toEqual(before);
  },
);

test('a killed import into an empty lake is completed by --missing', async () => {
  const visitor = empty.client('administrator');
  const there = (type: string) => () => visitor.fetch<number>('count(*[_type == $type])', { type });
  const until: [type: string, least: number][] = [
    ['sanity.imageAsset', 10],
    ['note', 10],
    ['note', noteCount / 2],
  ];
  for (const [type, least] of until) {
    const { child, ended } = startImport(empty, '--missing');
    await expect.poll(there(type), { interval: 5 }).toBeGreaterThanOrEqual(least);
    child.kill('SIGKILL');
    await ended;
    expect(await visitor.fetch('count(*[_type == "note" && !defined(cover.asset._ref)])')).toBe(0);
  }
  const { code, stderr } = await lakeCommand(empty, empty.folder, ['import', archive, '--missing']);
  expect(code, stderr).toBe(0);
  expect(await stateOf(empty)).toEqual(await stateOf(lake));
});
