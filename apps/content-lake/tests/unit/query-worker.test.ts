import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { QueryWorker } from '../../query/query-worker.ts';
import { Dataset } from '../../store/dataset.ts';
import { minute } from '../../units.ts';

test('a query that needs too much memory is stopped, and the next one runs', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'query-worker-'));
  const dataset = new Dataset('production', path.join(folder, 'dataset.sqlite'));
  const worker = new QueryWorker({ time: 60 * minute, heap: 48 });
  onTestFinished(async () => {
    await worker.close();
    dataset.close();
    rmSync(folder, { recursive: true });
  });
  dataset.write({
    author: 'one',
    stage(staging) {
      for (let n = 0; n < 200; n++) {
        const stamps = { _rev: '', _createdAt: '', _updatedAt: '' };
        staging.set(`page-${n}`, { _id: `page-${n}`, _type: 'page', ...stamps }, {});
      }
    },
  });
  const run = (query: string) =>
    worker.run({
      ...{ query, params: {}, perspective: 'raw', sees: 'everything', identity: 'one' },
      ...{ datasetId: dataset.id, file: dataset.file, seq: dataset.seq },
      sanity: { projectId: 'test', dataset: 'production' },
    });
  const growing = run('*{"a": *{"b": *{"c": ^._id}}}');
  const next = run('count(*)');
  await expect(growing).rejects.toThrow('The query needs too much memory');
  expect(new TextDecoder().decode((await next).json)).toBe('200');
});
