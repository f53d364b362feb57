import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { makeCertificate } from './certificate.ts';

/** A header may be sent several times. */
type Sent = Record<string, string | string[]>;
type ProxyResponse = { status: number; headers: IncomingHttpHeaders; body: string; bytes: Buffer };

export type TlsProxy = {
  /** The URL, which only this client can resolve. */
  url: string;
  host: string;
  /** Certificate authority in PEM. */
  ca: Buffer;
  send(method: string, path: string, headers?: Sent, body?: string): Promise<ProxyResponse>;
  get(path: string, headers?: Sent): Promise<ProxyResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ProxyResponse>;
  stop(): Promise<void>;
};

/** Returns functions that send requests to a proxy on this machine under its certificate's name. */
function proxyClient(host: string, port: number, ca: Buffer): Omit<TlsProxy, 'stop'> {
  const send: TlsProxy['send'] = (method, address, headers = {}, body = '') =>
    new Promise<ProxyResponse>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port,
          servername: host,
          ca,
          method,
          path: address,
          headers: { host: `${host}:${port}`, ...headers },
        },
        (response) => {
          const { statusCode: status = 0, headers } = response;
          const resolveWith = (bytes: Buffer) => resolve({ status, headers, body: bytes.toString(), bytes });
          buffer(response).then(resolveWith, reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    url: `https://${host}:${port}`,
    host,
    ca,
    send,
    get: (address, headers) => send('GET', address, headers),
    post: (address, body, headers) =>
      send('POST', address, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
  };
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Runs a proxy in a folder of its own, with our own certificate. `configure` writes its configuration and returns the
 * command that runs it.
 */
export async function runProxy(
  https: number,
  configure: (place: { folder: string; host: string; cert: string; key: string }) => string[],
): Promise<TlsProxy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-proxy-'));
  const host = 'www.agency.test';
  const { files, cert: ca } = makeCertificate(folder, host);
  const [program = '', ...args] = configure({ folder, host, ...files });
  const server = spawn(program, args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      log += chunk;
    });
  const ended = once(server, 'exit');
  while (!(await acceptsConnections(https))) {
    if (server.exitCode !== null) throw new Error(log);
    await wait(50);
  }
  return {
    ...proxyClient(host, https, ca),
    async stop() {
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
