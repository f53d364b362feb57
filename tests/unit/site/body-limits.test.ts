import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edge } from '#web/edge/edge.ts';
import { PageStore } from '#web/freshness/page-store.ts';
import { timeouts } from '../../support/timeouts.ts';

const next = async (request: IncomingMessage, response: ServerResponse) => {
  if (
    request.url === '/api/at-once' ||
    (request.url?.startsWith('/lake/v1/assets') && request.headers['content-length'] === '250000000')
  )
    response.end('read nothing');
  else request.resume().once('end', () => response.end('read'));
};
// Bodies that are sent at once arrive within it on a slow machine too.
const bodyTimeout = timeouts.attempt / 20;
const server = createServer(
  edge(next, { trustProxy: false, siteUrl: 'http://localhost', pages: new PageStore(), bodyTimeout }),
);
let port: number;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address: AddressInfo | string | null = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => server.closeAllConnections());

/** A connection on which the beginning of a request is sent, and of its body one byte of ten. */
async function begin(path: string, method = 'POST') {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n1`);
  return socket;
}

test('a body that comes too slowly ends its connection; an upload has more time', async () => {
  const upload = await begin('/lake/v1/assets/images/production');
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

test('a body that has come leaves the connection open', async () => {
  const socket = await begin('/api/enquiry');
  socket.write('234567890');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  // Its time was over before that of a later one.
  await once((await begin('/api/slow')).resume(), 'close');
  socket.write('POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\n\r\n1');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

/** The status of the answer to the head of a request alone, and the connection. */
async function answerTo(head: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`${head}\r\nhost: x\r\n\r\n`);
  const answer = String((await once(socket, 'data'))[0]);
  return { status: Number(answer.split(' ')[1]), answer, socket };
}

test.each([
  ['POST /about HTTP/1.1\r\ncontent-length: 65537'],
  ['GET /about HTTP/1.1\r\ncontent-length: 250000000'],
  ['PUT /studio HTTP/1.1\r\ntransfer-encoding: chunked'],
  ['POST http://evil.example/lake/ HTTP/1.1\r\ncontent-length: 250000000'],
])('%j is refused before its body comes', async (head) => {
  const { status, answer, socket } = await answerTo(head);
  expect(status).toBe(413);
  expect(answer).toContain('X-Content-Type-Options: nosniff');
  expect(answer).toContain("frame-ancestors 'self'");
  await once(socket.resume(), 'close');
});

test.each(['/lake/v1/assets/images/production', '/api/at-once'])(
  'what is sent to %s is limited there',
  async (path) => {
    const { status, socket } = await answerTo(`POST ${path} HTTP/1.1\r\ncontent-length: 250000000`);
    expect(status).toBe(200);
    socket.destroy();
  },
);
