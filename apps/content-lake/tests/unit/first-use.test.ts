import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

const moduleAt = (file: string) => JSON.stringify(new URL(`../../${file}`, import.meta.url));

/** Changes an asset document in a new thread, and sends the names of the Node modules that this loads. */
const script = `import { parentPort, workerData } from 'node:worker_threads';
  import { builtInRoles } from ${moduleAt('access/roles.ts')};
  import { datasetMigrations } from ${moduleAt('store/dataset-tables.ts')};
  import { DatasetWriter } from ${moduleAt('store/dataset-writer.ts')};
  import { openDatabase } from ${moduleAt('store/open.ts')};
  import { execute } from ${moduleAt('writer/commands.ts')};
  openDatabase(workerData, datasetMigrations).close();
  const dataset = DatasetWriter.open(workerData);
  const author = { kind: 'user', id: 'one', name: 'One', role: builtInRoles[0], credentialId: 'one' };
  const document = { _id: 'image-1', _type: 'sanity.imageAsset', metadata: { dimensions: { width: 1 } } };
  const patch = { id: 'image-1', set: { title: 'One', metadata: { dimensions: { width: 1 } } } };
  const body = new TextEncoder().encode(JSON.stringify({ mutations: [{ patch }] }));
  const before = process.moduleLoadList.length;
  execute(dataset, { kind: 'asset', author, document }, 'first');
  execute(dataset, { kind: 'mutate', author, body, returnIds: true }, 'second');
  parentPort.postMessage(process.moduleLoadList.slice(before));`;

test('a write loads no Node module on first use, as a time limit could stop it halfway', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'first-use-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`), {
    workerData: path.join(folder, 'dataset.sqlite'),
  });
  const [loaded]: unknown[] = await once(worker, 'message');
  await worker.terminate();
  expect(loaded).toEqual([]);
});
