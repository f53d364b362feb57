import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { StartError } from '../errors.ts';
import type { LakeApp } from './request.ts';

/** Milliseconds; longer than clients', so that no connection is closed under a request. */
const keepAliveTimeout = 65_000;

/** Milliseconds without a byte; longer than anything waits, so that it ends what nobody reads. */
const silentFor = 45_000;

/** Serves this machine only; others come through the site. Throws a StartError when the port is taken. */
export async function listenOnLoopback(app: LakeApp, port: number): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!('maxHeadersCount' in server)) throw new StartError('The HTTP adapter made no HTTP/1.1 server.');
  server.keepAliveTimeout = keepAliveTimeout;
  server.timeout = silentFor;
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const inUse = 'is in use. Stop the program that holds it, or set CONTENT_LAKE_PORT to another port.';
    if (code === 'EADDRINUSE') throw new StartError(`Port ${port} ${inUse}`);
    const notAllowed = 'may not be used by this account. Set CONTENT_LAKE_PORT to 1024 or higher.';
    if (code === 'EACCES') throw new StartError(`Port ${port} ${notAllowed}`);
    throw error;
  }
}
