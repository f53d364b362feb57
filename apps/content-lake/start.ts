import path from 'node:path';
import type { MiddlewareHandler } from 'hono';
import { openControl } from './access/control.ts';
import type { People } from './access/people.ts';
import type { LakeConfig } from './config.ts';
import { createApp } from './http/app.ts';
import { listenOnLoopback } from './http/listen-on-loopback.ts';
import type { LakeEnv } from './http/request.ts';
import { attachSockets } from './http/sockets.ts';
import type { Lake } from './lake.ts';
import { Hubs } from './listen/hubs.ts';
import { QueryPool } from './query/pool.ts';
import { datasetsIn } from './store/datasets.ts';
import { flushFolder, holdFolder } from './store/open.ts';
import { upkeep } from './upkeep.ts';
import { Writer } from './writer/writer.ts';

/** Parts from outside, as the lake keeps no people and no figures itself. */
export type Brought = {
  people?: People;
  observe?: MiddlewareHandler<LakeEnv>;
};

/** Resolves when the lake answers. Throws a StartError for what its user can fix. */
export async function startLake(config: LakeConfig, { people, observe }: Brought = {}) {
  const control = openControl(config.folder, config.roles);
  const release = holdFolder(path.join(config.folder, 'lock.sqlite'));
  const datasets = datasetsIn(control.db, config.folder);
  if (!datasets.has(config.dataset)) datasets.create(config.dataset);
  await flushFolder(config.folder);
  const queries = new QueryPool(datasets.get(config.dataset), config.projectId);
  const writer = new Writer();
  const hubs = new Hubs();
  const reader = new Hubs(true);
  const lake: Lake = { config, control, people, datasets, queries, writer, hubs, reader };
  for (const dataset of datasets.all())
    await writer.run(dataset, { kind: 'addresses', url: config.url }).catch((error: unknown) => {
      console.warn('Assets keep the addresses that they had; the next start tries again:', error);
    });
  const app = createApp(lake, observe);
  const server = await listenOnLoopback(app, config.port);
  const closeSockets = attachSockets(server, app, lake);
  const stopUpkeep = upkeep(lake);
  return {
    lake,
    async close() {
      closeSockets();
      await stopUpkeep();
      await hubs.close();
      await reader.close();
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
      await queries.close();
      await writer.close();
      datasets.close();
      control.close();
      people?.close();
      release();
    },
  };
}
