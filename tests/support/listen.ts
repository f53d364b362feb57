import { once } from 'node:events';
import type { Server } from 'node:net';

/** Lets a server listen on a free port of this machine. Returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}
