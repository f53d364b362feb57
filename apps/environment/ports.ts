import net from 'node:net';

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRNOTAVAIL'));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Returns the ports of the list that are in use on loopback. */
export async function portsInUse(ports: number[]): Promise<number[]> {
  const taken = await Promise.all(
    ports.map(async (port) =>
      (await isFree(port, '127.0.0.1')) && (await isFree(port, '::1')) ? [] : [port],
    ),
  );
  return taken.flat();
}

/** Returns the first of `count` consecutive free ports. */
export async function findFreePorts(count: number): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000);
    const range = Array.from({ length: count }, (_, index) => first + index);
    if ((await portsInUse(range)).length === 0) return first;
  }
  throw new Error(`Could not find ${count} consecutive free ports between 20000 and 32000.`);
}
