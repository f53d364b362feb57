import { once } from 'node:events';
import type { Server } from 'node:http';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { currentRoles } from './access/authenticate.ts';
import { openControl } from './access/control.ts';
import { PictureProcessor } from './assets/picture-processor.ts';
import { updateAssetUrls } from './commands.ts';
import type { LakeConfig } from './config.ts';
import { StartError } from './errors.ts';
import { createApp } from './http/app.ts';
import type { LakeApp, LakeEnv } from './http/request.ts';
import { Sockets } from './http/sockets.ts';
import type { Accounts, Lake } from './lake.ts';
import { startMaintenance } from './maintenance.ts';
import { Queries } from './query/queries.ts';
import { Datasets } from './store/datasets.ts';
import { flushFolder, lockFolder } from './store/open.ts';
import { second } from './units.ts';

/** Longer than the clients' timeout, so that the server never closes a connection that a client is about to use. */
const keepAliveTimeout = 65 * second;
/** Longer than any request waits, so that the timeout ends only connections whose client has stopped reading. */
const idleTimeout = 45 * second;

/** Optional parts from other packages: user accounts, and a middleware that counts requests. */
export type LakeExtensions = { accounts?: Accounts; observe?: MiddlewareHandler<LakeEnv> };

/** Starts a lake and resolves when it serves. Throws a StartError for problems that the operator can fix. */
export async function startLake(config: LakeConfig, { accounts, observe }: LakeExtensions = {}) {
  const control = openControl(config.folder, config.roles);
  const unlock = lockFolder(path.join(config.folder, 'lock.sqlite'));
  const datasets = new Datasets(control.db, config.folder);
  if (!datasets.has(config.dataset)) datasets.create(config.dataset);
  await flushFolder(config.folder);
  const queries = new Queries(datasets.get(config.dataset), config.projectId);
  const pictures = new PictureProcessor();
  const lake: Lake = {
    ...{ config, control, accounts, datasets, queries, pictures },
    currentRoles: () => currentRoles({ control, accounts }),
  };
  for (const dataset of datasets.all())
    try {
      updateAssetUrls(dataset, config.url);
    } catch (error) {
      console.warn('Assets keep their old URLs, which could not be updated. The next start retries:', error);
    }
  const app = createApp(lake, observe);
  const server = await listenOnLoopback(app, config.port);
  const sockets = new Sockets(server, app, lake);
  const stopMaintenance = startMaintenance(lake);
  return {
    lake,
    async close() {
      sockets.close();
      await stopMaintenance();
      const closed = server[Symbol.asyncDispose]();
      server.closeAllConnections();
      await closed;
      await queries.close();
      await pictures.close();
      datasets.close();
      control.close();
      accounts?.close();
      unlock();
    },
  };
}

/** Listens on loopback only, as other machines connect through the site. Throws a StartError if the port is taken. */
async function listenOnLoopback(app: LakeApp, port: number): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!('maxHeadersCount' in server)) throw new StartError('The HTTP adapter made no HTTP/1.1 server.');
  server.keepAliveTimeout = keepAliveTimeout;
  server.timeout = idleTimeout;
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const inUse = 'is in use. Stop the program that uses it, or set CONTENT_LAKE_PORT to another port.';
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} ${inUse}`);
    const notAllowed = 'may not be used by this account. Set CONTENT_LAKE_PORT to 1024 or higher.';
    if (code === 'EACCES') throw new StartError(`Port ${port} ${notAllowed}`);
    throw error;
  }
}
