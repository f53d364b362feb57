import { once } from 'node:events';
import { createServer } from 'node:net';
import { createClient, type SanityClient } from '@sanity/client';
import { openControl } from '../access/control.ts';
import type { LakeConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import { startLake } from '../start.ts';
import { second } from '../units.ts';

const apiVersion = '2025-02-19';

/** Runs `task` on the folder's running lake, or starts a lake for it. Throws a StartError for an unknown dataset. */
export async function withLake<T>(
  config: LakeConfig,
  dataset: string,
  task: (client: SanityClient) => Promise<T>,
): Promise<T> {
  const control = openControl(config.folder, config.roles);
  const { id, token } = control.credentials.createToken({ name: 'import and export', role: 'administrator' });
  try {
    const running = await isOurLake(config.port, token);
    const started = running ? undefined : await startLake({ ...config, port: await freePort(config.port) });
    try {
      const client = createClient({
        projectId: config.projectId,
        dataset,
        token,
        apiHost: `http://localhost:${started?.lake.config.port ?? config.port}`,
        apiVersion,
        useProjectHostname: false,
        useCdn: false,
      });
      const names = (await client.datasets.list()).map(({ name }) => name);
      if (!names.includes(dataset))
        throw new StartError(
          `There is no dataset "${dataset}" in this content lake. Datasets: ${names.join(', ') || 'none'}.`,
        );
      return await task(client);
    } finally {
      await started?.close();
    }
  } finally {
    control.credentials.revoke(id);
    control.close();
  }
}

/** Returns whether the lake on this port uses our folder. If so, it accepts a token that was just created there. */
async function isOurLake(port: number, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const signal = AbortSignal.timeout(5 * second);
  const response = await fetch(`http://localhost:${port}/v1/users/me`, { headers, signal }).catch(
    () => undefined,
  );
  await response?.body?.cancel();
  return response?.ok ?? false;
}

export async function freePort(preferred = 0): Promise<number> {
  const server = createServer();
  const listen = (port: number) =>
    once(server.listen({ port, host: '127.0.0.1', exclusive: true }), 'listening');
  await listen(preferred).catch(() => listen(0));
  const address = server.address();
  await once(server.close(), 'close');
  return typeof address === 'object' && address ? address.port : preferred;
}
