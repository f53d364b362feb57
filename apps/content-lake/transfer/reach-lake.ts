import { once } from 'node:events';
import { createServer } from 'node:net';
import { createClient, type SanityClient } from '@sanity/client';
import { openControl } from '../access/control.ts';
import type { LakeConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import { startLake } from '../start.ts';

/** The API version that exports and imports are made with. */
const apiVersion = '2025-02-19';

/**
 * Runs `task` with an administrator's client: of the lake that runs in this folder, or of one started for the task.
 * @throws StartError for an unknown dataset, or when the folder's lake cannot be reached
 */
export async function withLake<T>(
  config: LakeConfig,
  dataset: string,
  task: (client: SanityClient) => Promise<T>,
): Promise<T> {
  const control = openControl(config.folder, config.roles);
  const { id, token } = control.credentials.createToken({ name: 'import and export', role: 'administrator' });
  try {
    const running = await answersTo(config.port, token);
    const started = running ? undefined : await startAlone(config);
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
          `There is no dataset "${dataset}" in this content lake. There is: ${names.join(', ') || 'none'}.`,
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

/** Whether a lake answers on this port that knows a token which was just made in our folder, so that it is ours. */
async function answersTo(port: number, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  const asked = fetch(`http://localhost:${port}/v1/users/me`, { headers, signal: AbortSignal.timeout(5000) });
  const response = await asked.catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

async function startAlone(config: LakeConfig) {
  return startLake({ ...config, port: await freePort(config.port) });
}

/** A port of this machine that nobody has: the given one if that is free. */
export async function freePort(wanted = 0): Promise<number> {
  const server = createServer();
  const listen = (port: number) =>
    once(server.listen({ port, host: '127.0.0.1', exclusive: true }), 'listening');
  await listen(wanted).catch(() => listen(0));
  const address = server.address();
  await once(server.close(), 'close');
  return typeof address === 'object' && address ? address.port : wanted;
}
