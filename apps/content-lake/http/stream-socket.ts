import type { WebSocket } from 'ws';
import { z } from 'zod';
import { json } from '../json.ts';
import type { LakeApp } from './request.ts';

/** Streams of one connection; a Studio tab has about ten. */
const maxStreams = 100;

const message = json.pipe(
  z.strictObject({
    id: z.int().nonnegative(),
    /** Path of the stream to open; without it, stream `id` ends. */
    open: z
      .string()
      .regex(/^\/v[^/]+\/data\/(?:listen|live\/events)\//)
      .optional(),
    authorization: z.string().optional(),
    lastEventId: z.string().optional(),
  }),
);

/** Multiplexes event streams: browsers open six HTTP/1.1 connections to a host, and the Studio needs more streams. */
export function serveStreams(socket: WebSocket, app: LakeApp, upgrade: Headers) {
  const streams = new Map<number, AbortController>();

  /** Sends `{id, status}`, `{id, text}` and `{id, end}`. Resolves when sent, so that streams wait for slow clients. */
  const send = (answer: object) =>
    new Promise<void>((resolve, reject) => {
      socket.send(JSON.stringify(answer), (error) => (error ? reject(error) : resolve()));
    });

  async function carry(id: number, path: string, headers: Headers, signal: AbortSignal) {
    const { status, body } = await app.request(path, { headers });
    const sink = { start: () => send({ id, status }), write: (text: string) => send({ id, text }) };
    await body?.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream(sink), { signal });
  }

  socket.on('message', (data) => {
    const asked = message.safeParse(data.toString()).data;
    if (!asked) return socket.close(1008, 'Not understood');
    const { id, open, authorization, lastEventId } = asked;
    if (open === undefined) return streams.get(id)?.abort();
    if (streams.has(id) || streams.size >= maxStreams) return socket.close(1008, 'Too many streams');
    const headers = new Headers(upgrade);
    if (authorization) headers.set('authorization', authorization);
    if (lastEventId) headers.set('last-event-id', lastEventId);
    const ending = new AbortController();
    streams.set(id, ending);
    // A closed socket needs no answer.
    return carry(id, open, headers, ending.signal)
      .catch(() => undefined)
      .then(() => {
        streams.delete(id);
        return send({ id, end: true });
      })
      .catch(() => undefined);
  });
  // Handled on "close", which follows.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const ending of streams.values()) ending.abort();
  });
}
