import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edge } from '#web/edge/edge.ts';
import { PageStore } from '#web/freshness/page-store.ts';
import { listen } from '../../support/listen.ts';
import { timeouts } from '../../support/timeouts.ts';

const next = async (request: IncomingMessage, response: ServerResponse) => {
  if (
    request.url === '/api/at-once' ||
    (request.url?.startsWith('/lake/v1/assets') && request.headers['content-length'] === '250000000')
  )
    response.end('read nothing');
  else request.resume().once('end', () => response.end('read'));
};
// Bodies that are sent at once arrive within this time, even on a slow machine.
const bodyTimeout = timeouts.attempt / 20;
const server = createServer(
  edge(next, { trustProxy: false, siteUrl: 'http://localhost', pages: new PageStore(), bodyTimeout }),
);
let port: number;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => server.closeAllConnections());

/** Opens a connection and sends the head of a request and one of ten bytes of its body. */
async function begin(path: string, method = 'POST') {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n1`);
  return socket;
}

test.each([
  '/lake/v1/assets/images/production',
  '/api/payments/bills/x/invoice',
  '/api/payments/bills/invoices',
])('a slow body closes its connection; an upload to %s has more time', async (path) => {
  const upload = await begin(path);
  await Promise.all(
    [begin('/api/enquiry'), begin('/api/at-once'), begin('/about'), begin('/about', 'GET')].map(
      async (opened) => {
        const socket = (await opened).resume();
        await once(socket, 'close');
      },
    ),
  );
  upload.write('234567890');
  expect(String((await once(upload, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  upload.destroy();
});

test('a complete body leaves the connection open', async () => {
  const socket = await begin('/api/enquiry');
  socket.write('234567890');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  // The time limit of the first body ends before that of a later one.
  await once((await begin('/api/slow')).resume(), 'close');
  socket.write('POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n1');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

/** Sends only the head of a request. Returns the response's status and the connection. */
async function respond(head: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}\r\nhost: x\r\n\r\n`);
  // A connection that closes without a response has responded with nothing.
  const response = String((await Promise.race([once(socket, 'data'), once(socket, 'close')]))[0]);
  return { status: Number(response.split(' ')[1]), response, socket };
}

test.each([
  ['POST /about HTTP/1.1\r\ncontent-length: 65537'],
  ['GET /about HTTP/1.1\r\ncontent-length: 250000000'],
  ['PUT /studio HTTP/1.1\r\ntransfer-encoding: chunked'],
  ['POST http://evil.example/lake/ HTTP/1.1\r\ncontent-length: 250000000'],
])('%j is refused before its body is sent', async (head) => {
  const { status, response, socket } = await respond(head);
  expect(status).toBe(413);
  expect(response).toContain('X-Content-Type-Options: nosniff');
  expect(response).toContain("frame-ancestors 'self'");
  await once(socket.resume(), 'close');
});

test.each(['/lake/v1/assets/images/production', '/api/at-once'])(
  'a body for %s is passed on',
  async (path) => {
    const { status, socket } = await respond(`POST ${path} HTTP/1.1\r\ncontent-length: 250000000`);
    expect(status).toBe(200);
    socket.destroy();
  },
);
