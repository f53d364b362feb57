import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';

type ProxyResponse = { status: number; headers: IncomingHttpHeaders; body: string; bytes: Buffer };

export type TlsProxy = {
  /** The URL, which only this client can resolve. */
  url: string;
  host: string;
  /** Certificate authority in PEM. */
  ca: Buffer;
  send(method: string, path: string, headers?: Record<string, string>, body?: string): Promise<ProxyResponse>;
  get(path: string, headers?: Record<string, string>): Promise<ProxyResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ProxyResponse>;
  stop(): Promise<void>;
};

/** Returns functions that send requests to a proxy on this machine under its certificate's name. */
export function proxyClient(host: string, port: number, ca: Buffer): Omit<TlsProxy, 'stop'> {
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
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: bytes.toString(), bytes });
          });
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

export function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
