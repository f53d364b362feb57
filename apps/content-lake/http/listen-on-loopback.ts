import { once } from 'node:events';
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { eventStreamPorts } from '../../ports.ts';
import { StartError } from '../errors.ts';
import type { LakeEnv } from './request.ts';

/** The only addresses the lake ever listens on: sign-in is one click, so no other machine may reach it. */
const loopback = ['127.0.0.1', '::1'];

/** Milliseconds. Longer than clients keep idle connections, so that none is closed under a request. */
const keepAliveTimeout = 65_000;

/** Serves the app on all its ports, on IPv4 and (where there is) IPv6. Throws a StartError when one is taken. */
export async function listenOnLoopback(app: Hono<LakeEnv>, port: number): Promise<Server[]> {
  const servers: Server[] = [];
  try {
    for (let offset = 0; offset <= eventStreamPorts; offset++)
      for (const host of loopback) {
        const server = await listen(app, port + offset, host);
        if (server) servers.push(server);
      }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return servers;
}

async function listen(app: Hono<LakeEnv>, port: number, host: string): Promise<Server | null> {
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!('maxHeadersCount' in server)) throw new StartError('The HTTP adapter made no HTTP/1.1 server.');
  server.keepAliveTimeout = keepAliveTimeout;
  server.listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return null;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is in use. Stop the program that holds it, or set CONTENT_LAKE_PORT to a port that is free together with the ${eventStreamPorts} above it.`,
      );
    if (code === 'EACCES')
      throw new StartError(
        `Port ${port} may not be used by this account. Set CONTENT_LAKE_PORT to 1024 or higher.`,
      );
    throw error;
  }
}
